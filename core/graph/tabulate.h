// SPDX-License-Identifier: BSD-2-Clause
// Finds functions of one plane that a table can replace.
#pragma once

#include <map>
#include <span>

#include "core/graph/graph.h"

namespace tonelift {

// Returns the last node of each function that a table replaces, and its argument.
std::map<NodeId, NodeId> find_tables(const Graph& graph, std::span<const NodeId> roots);

}  // namespace tonelift
