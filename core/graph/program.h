// SPDX-License-Identifier: BSD-2-Clause
// Compiles nodes to point programs. Each program computes a node only once.
#pragma once

#include <map>

#include "core/graph/graph.h"

namespace tonelift {

struct Sink {
    Op op;
    int index;
    NodeId node;
};

struct LoadSource {
    Op op;
    int index;
    NodeId at = no_node;
};

struct Sources {
    std::map<NodeId, LoadSource> loads;
    std::map<NodeId, int> uniforms;
    std::map<NodeId, int> tables;
    std::map<NodeId, NodeId> tabulated;
};

PointProgram build_program(const Graph& graph, const Sources& sources,
                           const std::vector<Sink>& sinks);

}  // namespace tonelift
