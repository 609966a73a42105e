// SPDX-License-Identifier: BSD-2-Clause
//
// Makes point programs from nodes; every node is computed once.
#pragma once

#include <map>
#include <tuple>

#include "core/graph/graph.h"

namespace tonelift {

// Where a program writes the value of a node.
struct Sink {
    Op op;      // store_buffer, store_output, store_core, store_uniform or reduce
    int index;  // index of the buffer, component, uniform or reduction
    NodeId node;
};

// Where a value is loaded from, such as a buffer or the output of the pass's core. `at` is the fine
// guide of an upsampling.
struct LoadSource {
    Op op;
    int index;
    NodeId at = no_node;
};

// Where a program finds values that it does not compute. It computes all other nodes.
struct Sources {
    std::map<NodeId, LoadSource> loads;
    std::map<NodeId, int> uniforms;      // number nodes
    std::map<NodeId, int> tables;        // for table nodes and for nodes replaced by a table
    std::map<NodeId, NodeId> tabulated;  // node -> argument of its table
};

PointProgram build_program(const Graph& graph, const Sources& sources,
                           const std::vector<Sink>& sinks);

}  // namespace tonelift
