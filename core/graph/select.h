// SPDX-License-Identifier: BSD-2-Clause
// Third of the three steps that make a schedule: selects the planes that are stored between passes.
#pragma once

#include "core/graph/fuse.h"

namespace tonelift {

// The reason why a plane is stored:
// result        the plane is the result of a core
// needed        a job (core/graph/order.h) needs the plane in memory; Need is the reason
// used_again    several passes use the plane
// colors_there  an earlier pass already has the colors from which the plane is computed
enum class StoreReason : uint8_t { result, needed, used_again, colors_there };

struct StoredPlane {
    NodeId node = no_node;
    int pass = 0;  // index of the pass that stores the plane
    int program = 1;
    size_t job = 0;
    StoreReason reason{};
    Need need{};  // only for the reason `needed`
    int cost = 0;
};

struct Selection {
    std::vector<StoredPlane> stored;
    std::vector<std::set<NodeId>> loaded;

    const StoredPlane* find(NodeId node) const;
    int users_of(const StoredPlane& plane) const;
};

// Throws Excess if all passes together compute more than policy.most_computed nodes.
Selection select(const Graph& graph, const Work& work, const Fusion& fusion,
                 const SchedulePolicy& policy = {});

}  // namespace tonelift
