// SPDX-License-Identifier: BSD-2-Clause
// Third step of the schedule: selects the planes that are stored between passes, with a reason for
// each.
#pragma once

#include "core/graph/fuse.h"

namespace tonelift {

// Why a plane is stored.
//   result        it is the result of a core
//   needed        see Need
//   used_again    it is in [0, 1] and costly, and two passes read it
//   colors_there  like used_again, but an earlier pass computes it only for a later one, because
//     the later pass does not have the colors
enum class StoreReason : uint8_t { result, needed, used_again, colors_there };

struct StoredPlane {
    NodeId node = no_node;
    int pass = 0;  // the pass that stores the plane; `program` is 0 before its core, and 1 after it
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
