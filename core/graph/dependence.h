// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <set>
#include <span>

#include "core/graph/graph.h"

namespace tonelift {

// Returns the roots and all nodes that they depend on. A root may be no_node.
std::set<NodeId> needed_by(const Graph& graph, std::span<const NodeId> roots);

std::vector<NodeId> reduced_planes(const Graph& graph, std::vector<NodeId> numbers);

// Returns the numbers that need no planes except those that the roots need.
std::vector<NodeId> of_needed_planes(const Graph& graph, std::vector<NodeId> numbers,
                                     std::span<const NodeId> roots);

// Returns whether the plane results from the input at half resolution by point operations alone.
bool is_of_halved_input(const Graph& graph, NodeId plane);

}  // namespace tonelift
