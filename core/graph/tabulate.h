// SPDX-License-Identifier: BSD-2-Clause
// Finds functions of one plane in [0, 1] that a table can replace, because a table is computed only
// once per frame.
#pragma once

#include <map>
#include <span>

#include "core/graph/graph.h"

namespace tonelift {

// Returns the last node of each function that a table replaces, and the plane that is its argument.
//
// The table is linear between its entries (kernels/pass.h, curve_entries). With a second derivative
// of 10, as in a tone curve, the error is at most 1.2e-6. At a corner it is at most the change of
// slope times a quarter of the distance between entries.
std::map<NodeId, NodeId> find_tables(const Graph& graph, std::span<const NodeId> roots);

}  // namespace tonelift
