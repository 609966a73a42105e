// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <set>
#include <span>

#include "core/graph/graph.h"

namespace tonelift {

// Returns the roots and all nodes that they depend on. Roots that are no_node are ignored.
std::set<NodeId> needed_by(const Graph& graph, std::span<const NodeId> roots);

std::vector<NodeId> reduced_planes(const Graph& graph, std::vector<NodeId> uniforms);

std::vector<NodeId> of_needed_planes(const Graph& graph, std::vector<NodeId> uniforms,
                                     std::span<const NodeId> roots);

bool is_of_reduced_input(const Graph& graph, NodeId plane);

}  // namespace tonelift
