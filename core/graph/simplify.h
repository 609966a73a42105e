// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "core/graph/graph.h"

namespace tonelift {

// Returns an equal but simpler operation, or no_node if there is none.
NodeId simplify(Graph& graph, const Node& operation);

Interval operation_range(const Graph& graph, const Node& operation);
Interval core_range(const Core& core, Interval value);

}  // namespace tonelift
