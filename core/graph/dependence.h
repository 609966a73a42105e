// SPDX-License-Identifier: BSD-2-Clause
//
// What nodes are made of.
#pragma once

#include <set>
#include <span>

#include "core/graph/graph.h"

namespace tonelift {

// These nodes and all that they depend on. A root may be no_node.
std::set<NodeId> needed_by(const Graph& graph, std::span<const NodeId> roots);

// The same less what only one side of a select by a number needs: some frames can do without.
std::set<NodeId> needed_in_all_frames(const Graph& graph, std::span<const NodeId> roots);

// The planes whose reductions lead to these numbers.
std::vector<NodeId> reduced_planes(const Graph& graph, std::vector<NodeId> numbers);

// Those of these numbers that need no plane which the roots do not need.
std::vector<NodeId> of_needed_planes(const Graph& graph, std::vector<NodeId> numbers,
                                     std::span<const NodeId> roots);

// Whether a plane is made of the input at half its size, by operations alone.
bool is_of_halved_input(const Graph& graph, NodeId plane);

}  // namespace tonelift
