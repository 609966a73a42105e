// SPDX-License-Identifier: BSD-2-Clause
//
// Chains of operations that a table takes the place of: functions of one plane in [0,1] and of
// numbers of the frame, which are computed once for each entry instead of once for each pixel.
#pragma once

#include <map>
#include <span>

#include "core/graph/graph.h"

namespace tonelift {

// The last node of each chain that is long enough, and the plane that it is a function of.
//
// Between its entries (kernels/pass.h, curve_entries) a table is linear: a chain that bends by 10
// in a unit, such as a tone curve, is met within 1.2e-6, a corner within a quarter of an entry's
// width, and a step lies within that width, a thousandth, of its place.
std::map<NodeId, NodeId> find_tables(const Graph& graph, std::span<const NodeId> roots);

}  // namespace tonelift
