// SPDX-License-Identifier: BSD-2-Clause
//
// Third step of the schedule: selects the planes that are stored between passes. States a reason
// for each.
#pragma once

#include "core/graph/fuse.h"

namespace tonelift {

// Why a plane is stored.
//   result        it is the result of a core
//   needed        see Need
//   used_again    it is in [0, 1] and costly, and a pass after the one that computes it reads it
//   colors_there  like used_again, but an earlier pass computes it only for the later pass: the
//                 earlier pass has the colors that the plane is computed from; they are not stored,
//                 so the later pass would have to compute them again
enum class StoreReason : uint8_t { result, needed, used_again, colors_there };

struct StoredPlane {
    NodeId node = no_node;
    int pass = 0;  // the pass that stores it, in program 0 (prologue) or 1 (epilogue)
    int program = 1;
    size_t job = 0;  // the job that it is stored for
    StoreReason reason{};
    Need need{};   // kind of need for reason `needed`
    int cost = 0;  // cost of computing it from other stored planes; for used_again and colors_there
};

struct Selection {
    std::vector<StoredPlane> stored;       // in the order of their jobs
    std::vector<std::set<NodeId>> loaded;  // for each pass: the nodes that it loads from memory

    const StoredPlane* find(NodeId node) const;
    // Returns the number of passes that compute or read a stored plane.
    int users_of(const StoredPlane& plane) const;
};

// Throws Excess if the passes compute more than most_computed nodes in total.
Selection select(const Graph& graph, const Work& work, const Fusion& fusion,
                 const SchedulePolicy& policy = {});

}  // namespace tonelift
