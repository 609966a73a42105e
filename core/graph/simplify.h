// SPDX-License-Identifier: BSD-2-Clause
//
// Simplification of operations: a node that can replace an operation, and the known range of its
// result.
#pragma once

#include "core/graph/graph.h"

namespace tonelift {

// A node equal to the operation: a folded constant, or an operand that the operation does not
// change; no_node if there is none.
NodeId simplify(Graph& graph, const Node& operation);

Interval operation_range(const Graph& graph, const Node& operation);
Interval core_range(const Core& core, Interval value);

}  // namespace tonelift
