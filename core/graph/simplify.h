// SPDX-License-Identifier: BSD-2-Clause
//
// Finds a simpler node for an operation, and computes the range of a result.
#pragma once

#include "core/graph/graph.h"

namespace tonelift {

// Returns a node that equals the operation: its constant result, an operand that the operation does
// not change, or a simpler operation. Returns no_node if the operation cannot be simplified.
NodeId simplify(Graph& graph, const Node& operation);

Interval operation_range(const Graph& graph, const Node& operation);
Interval core_range(const Core& core, Interval value);

}  // namespace tonelift
