// SPDX-License-Identifier: BSD-2-Clause
// Sorts the cores of a plan. A core is an operation that reads other pixels than its own.
#pragma once

#include <set>
#include <vector>

#include "core/graph/graph.h"

namespace tonelift {

struct CoresToOrder {
    std::set<NodeId> needed;
    NodeId scene_change;
};

// Returns the needed cores in the order of execution. Each core follows the cores that it depends
// on.
std::vector<NodeId> order_cores(const Graph& graph, const CoresToOrder& cores);

}  // namespace tonelift
