// SPDX-License-Identifier: BSD-2-Clause
// Finds functions of one plane that a table can replace.
#pragma once

#include <map>
#include <span>

#include "core/graph/graph.h"

namespace tonelift {

// Finds the functions that tables replace. The result maps the last node of each function to the
// node of the function's argument.
std::map<NodeId, NodeId> find_tables(const Graph& graph, std::span<const NodeId> roots);

}  // namespace tonelift
