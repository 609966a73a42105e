// SPDX-License-Identifier: BSD-2-Clause
// Finds upsampled planes that need no pass of their own.
#pragma once

#include <set>
#include <span>

#include "core/graph/graph.h"

namespace tonelift {

// `needed` has the nodes that the picture depends on.
std::set<NodeId> find_upsampled(const Graph& graph, const std::set<NodeId>& needed);

std::span<const NodeId> upsampled_from(const Node& node);

}  // namespace tonelift
