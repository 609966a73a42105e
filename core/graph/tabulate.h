// SPDX-License-Identifier: BSD-2-Clause
//
// Finds chains of operations that a table can replace: functions of one plane in [0,1] and of
// per-frame values. The table is computed once per entry instead of once per pixel.
#pragma once

#include <map>
#include <span>

#include "core/graph/graph.h"

namespace tonelift {

// Returns the last node of each chain that a table replaces, and the plane that the chain is a
// function of. If several chains begin with the same nodes and are otherwise too short, only their
// beginning becomes a table.
//
// A table is linear between its entries (kernels/pass.h, curve_entries). For a chain with a second
// derivative of 10, such as a tone curve, the error is at most 1.2e-6. At a corner of the function
// it is at most the change of slope times a quarter of the distance between entries. The position
// of a step is off by at most that distance, a thousandth.
std::map<NodeId, NodeId> find_tables(const Graph& graph, std::span<const NodeId> roots);

}  // namespace tonelift
