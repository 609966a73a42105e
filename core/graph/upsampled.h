// SPDX-License-Identifier: BSD-2-Clause
//
// Finds upsamplings that need no pass, because point passes read the small plane directly.
#pragma once

#include <set>
#include <span>

#include "core/graph/graph.h"

namespace tonelift {

// Finds upsamplings by 2 or 4 that only the output pass reads (kernels/pass.h, Upsampling). If a
// core or a statistic reads the result of an upsampling, too, the upsampling needs a pass. `needed`
// has the nodes that the output picture depends on.
std::set<NodeId> find_upsampled(const Graph& graph, const std::set<NodeId>& needed);

// Returns the small planes that an upsampling reads: the value, and the guide of a joint
// upsampling.
std::span<const NodeId> upsampled_from(const Node& node);

}  // namespace tonelift
