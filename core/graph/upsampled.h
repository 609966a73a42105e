// SPDX-License-Identifier: BSD-2-Clause
//
// Upsamplings without a pass: point passes read the small plane in place of one of their own size.
#pragma once

#include <set>
#include <span>

#include "core/graph/graph.h"

namespace tonelift {

// needed: the nodes that the output picture is made of. Finds those of them that are upsamplings to
// 2 or 4 times the size (kernels/pass.h, Upsampling) and are read by the output pass alone: where a
// core or a statistic reads one too, it has a pass.
std::set<NodeId> find_upsampled(const Graph& graph, const std::set<NodeId>& needed);

// The operands of an upsampling that lie on the small grid: the value, and the guide of a joint
// one.
std::span<const NodeId> upsampled_from(const Node& node);

}  // namespace tonelift
