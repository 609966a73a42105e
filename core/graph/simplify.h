// SPDX-License-Identifier: BSD-2-Clause
//
// Simplifies operations: finds a node that can replace an operation, and computes the range of a
// result.
#pragma once

#include "core/graph/graph.h"

namespace tonelift {

// Returns a node equal to the operation: a folded constant, or an operand that the operation does
// not change. Returns no_node if the operation cannot be simplified.
NodeId simplify(Graph& graph, const Node& operation);

Interval operation_range(const Graph& graph, const Node& operation);
Interval core_range(const Core& core, Interval value);

}  // namespace tonelift
