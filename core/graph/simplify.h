// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "core/graph/graph.h"

namespace tonelift {

// Returns a simpler node with the same value as the operation, or no_node if there is none.
NodeId simplify(Graph& graph, const Node& operation);

Interval operation_range(const Graph& graph, const Node& operation);
Interval core_range(const Core& core, Interval value);

}  // namespace tonelift
