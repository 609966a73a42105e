// SPDX-License-Identifier: BSD-2-Clause
// Finds upsampled planes that need no pass of their own, because the passes that read them also
// upsample them.
#pragma once

#include <set>
#include <span>

#include "core/graph/graph.h"

namespace tonelift {

// Returns the upsampled planes that need no pass of their own. `needed` has all nodes that the
// picture depends on.
std::set<NodeId> find_upsampled(const Graph& graph, const std::set<NodeId>& needed);

std::span<const NodeId> upsampled_from(const Node& node);

}  // namespace tonelift
