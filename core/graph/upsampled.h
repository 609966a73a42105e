// SPDX-License-Identifier: BSD-2-Clause
// Finds upsampled planes that need no pass, because point passes read the small plane directly.
#pragma once

#include <set>
#include <span>

#include "core/graph/graph.h"

namespace tonelift {

// Finds planes that were upsampled by 2 or 4 and that only the output pass reads. `needed` has the
// nodes that the picture depends on.
std::set<NodeId> find_upsampled(const Graph& graph, const std::set<NodeId>& needed);

// Returns the value, and the guide of a joint upsampling.
std::span<const NodeId> upsampled_from(const Node& node);

}  // namespace tonelift
