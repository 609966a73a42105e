// SPDX-License-Identifier: BSD-2-Clause
// Sorts the cores of a plan: the operations that read neighboring pixels.
#pragma once

#include <set>
#include <vector>

#include "core/graph/graph.h"

namespace tonelift {

struct CoresToOrder {
    std::set<NodeId> needed;  // all nodes that the picture depends on
    NodeId scene_change;
};

// Cores come after the cores that they depend on. Otherwise:
// 1. Cores that enlarge planes come last, because small planes need little memory.
// 2. Cores with large results come before cores with small results.
// 3. Cores with many operands that need only the input come first, because one pass before them can
// compute these operands.
// 4. The other cores keep the order of the script.
std::vector<NodeId> order_cores(const Graph& graph, const CoresToOrder& cores);

}  // namespace tonelift
