// SPDX-License-Identifier: BSD-2-Clause
// Sorts the cores of a plan: the operations that read neighboring pixels.
#pragma once

#include <set>
#include <vector>

#include "core/graph/graph.h"

namespace tonelift {

struct CoresToOrder {
    std::set<NodeId> needed;
    NodeId scene_change;
};

// Returns the cores in order. Each core follows the cores that it depends on.
std::vector<NodeId> order_cores(const Graph& graph, const CoresToOrder& cores);

}  // namespace tonelift
