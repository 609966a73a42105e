// SPDX-License-Identifier: BSD-2-Clause
//
// The parts of a gather: which of its nodes change from neighbor to neighbor, and where the
// others are computed: once a pixel, or once for all pixels.
#pragma once

#include "core/graph/program.h"

namespace tonelift {

struct GatherParts {
    std::vector<NodeId> inputs;   // planes: those read at the neighbor first
    int neighbors = 0;            // how many these are
    std::vector<NodeId> sums;     // sum nodes
    std::vector<NodeId> weights;  // nodes that depend on the neighbor's place only

    // The nodes that the program of a neighbor stores, and the sources of those that it does not
    // compute.
    std::vector<Sink> sinks(const Graph& graph) const;
    std::map<NodeId, Found> found(const Graph& graph) const;
};

// gather: one of the nodes that Graph::gather() gave.
GatherParts gather_parts(const Graph& graph, NodeId gather);
bool is_gather(const Node& node);
// Whether one pass makes both.
bool are_of_one_gather(const Node& a, const Node& b);

// The plane that the epilogue of the pass computes from the sums.
NodeId gather_result(const Node& gather);

// The numbers of GatherParts::weights for every neighbor.
std::vector<std::vector<float>> gather_weights(const Graph& graph, const GatherParts& parts,
                                               int radius);

}  // namespace tonelift
