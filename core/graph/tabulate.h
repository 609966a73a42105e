// SPDX-License-Identifier: BSD-2-Clause
// Finds functions of one plane that a table of their values can replace.
#pragma once

#include <map>
#include <span>

#include "core/graph/graph.h"

namespace tonelift {

// Returns the functions that tables replace, as a map from the last node of each function to the
// node of its argument.
std::map<NodeId, NodeId> find_tables(const Graph& graph, std::span<const NodeId> roots);

}  // namespace tonelift
