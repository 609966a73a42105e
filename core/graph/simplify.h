// SPDX-License-Identifier: BSD-2-Clause
//
// Simplification: the node that can replace an operation, and the known range of its result.
#pragma once

#include "core/graph/graph.h"

namespace tonelift {

// A node that equals the operation: a folded constant, or an operand that the operation leaves as
// it is. no_node when there is none.
NodeId simplify(Graph& graph, const Node& operation);

Interval operation_range(const Graph& graph, const Node& operation);
Interval core_range(const Core& core, Interval value);

}  // namespace tonelift
