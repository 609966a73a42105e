// SPDX-License-Identifier: BSD-2-Clause
//
// Determines the order of a plan's cores. The order of the lines in a script only decides between
// equal cores.
#pragma once

#include <set>
#include <vector>

#include "core/graph/graph.h"

namespace tonelift {

struct CoresToOrder {
    std::set<NodeId> needed;  // all nodes that the picture depends on, of any kind
    NodeId scene_change;      // restarts states at cuts; may be no_node
};

// Sorts the cores. A core comes after the cores that it depends on. Otherwise:
// 1. Cores that enlarge planes come last, because small planes cost least to keep. Passes that read
//    an enlarged plane can then join the pass that makes it.
// 2. Cores with large results come before cores with small results.
// 3. Cores with more operands that are computed from the input alone come first. One pass before
//    them can then compute these operands together.
// 4. The other cores keep the order of the script.
std::vector<NodeId> order_cores(const Graph& graph, const CoresToOrder& cores);

}  // namespace tonelift
