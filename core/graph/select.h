// SPDX-License-Identifier: BSD-2-Clause
// Third step of the schedule: selects the planes that are stored between passes.
#pragma once

#include "core/graph/fuse.h"

namespace tonelift {

// Why a plane is stored.
enum class StoreReason : uint8_t { result, needed, used_again, colors_there };

struct StoredPlane {
    NodeId node = no_node;
    int pass = 0;  // the pass that stores the plane
    int program = 1;
    size_t job = 0;
    StoreReason reason{};
    Need need{};  // for reason `needed`
    int cost = 0;
};

struct Selection {
    std::vector<StoredPlane> stored;
    std::vector<std::set<NodeId>> loaded;

    const StoredPlane* find(NodeId node) const;
    int users_of(const StoredPlane& plane) const;
};

// Throws Excess if the passes compute more than most_computed nodes in total.
Selection select(const Graph& graph, const Work& work, const Fusion& fusion,
                 const SchedulePolicy& policy = {});

}  // namespace tonelift
