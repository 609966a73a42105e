// SPDX-License-Identifier: BSD-2-Clause
//
// Makes point programs from nodes; every node is computed once.
#pragma once

#include <map>
#include <tuple>

#include "core/graph/graph.h"

namespace tonelift {

// The use of a node's value in a program.
struct Sink {
    Op op;      // store_buffer, store_output, store_core, store_uniform or reduce
    int index;  // which one
    NodeId node;
};

// Where a value is loaded from: the buffer, the output of the pass's core, ... at: the fine guide
// of an upsampling.
struct LoadSource {
    Op op;
    int index;
    NodeId at = no_node;
};

// The sources of values that a program does not compute. Nodes in none of these maps are computed
// in the program.
struct Sources {
    std::map<NodeId, LoadSource> loads;
    std::map<NodeId, int> uniforms;      // number nodes
    std::map<NodeId, int> tables;        // of table nodes and of nodes replaced by a table
    std::map<NodeId, NodeId> tabulated;  // node -> argument of its table
};

PointProgram build_program(const Graph& graph, const Sources& sources,
                           const std::vector<Sink>& sinks);

}  // namespace tonelift
