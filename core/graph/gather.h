// SPDX-License-Identifier: BSD-2-Clause
//
// Divides the nodes of a gather into three parts: nodes that differ from neighbor to neighbor,
// nodes that are computed once per pixel, and nodes that are computed once for all pixels.
#pragma once

#include "core/graph/program.h"

namespace tonelift {

struct GatherParts {
    std::vector<NodeId> inputs;   // planes; those that are read at the neighbor come first
    int neighbors = 0;            // number of planes read at the neighbor
    std::vector<NodeId> sums;     // sum nodes
    std::vector<NodeId> weights;  // nodes that depend only on the neighbor's position

    // sinks() returns the nodes that the per-neighbor program stores. found() returns where the
    // program loads its operands from.
    std::vector<Sink> sinks(const Graph& graph) const;
    std::map<NodeId, LoadSource> found(const Graph& graph) const;
};

// Finds the parts of a gather. `gather` is a node that Graph::gather() has returned.
GatherParts gather_parts(const Graph& graph, NodeId gather);
bool is_gather(const Node& node);
// Returns whether both nodes belong to the same gather, so that one pass computes them.
bool are_of_one_gather(const Node& a, const Node& b);

// Returns the plane that the epilogue computes from the sums of the gather.
NodeId gather_result(const Node& gather);

// Returns the values of GatherParts::weights for every neighbor.
std::vector<std::vector<float>> gather_weights(const Graph& graph, const GatherParts& parts,
                                               int radius);

}  // namespace tonelift
