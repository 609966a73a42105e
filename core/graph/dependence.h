// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <set>
#include <span>

#include "core/graph/graph.h"

namespace tonelift {

// A root may be no_node.
std::set<NodeId> needed_by(const Graph& graph, std::span<const NodeId> roots);

std::vector<NodeId> reduced_planes(const Graph& graph, std::vector<NodeId> numbers);

std::vector<NodeId> of_needed_planes(const Graph& graph, std::vector<NodeId> numbers,
                                     std::span<const NodeId> roots);

bool is_of_halved_input(const Graph& graph, NodeId plane);

}  // namespace tonelift
