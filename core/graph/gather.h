// SPDX-License-Identifier: BSD-2-Clause
// Sorts the nodes of a gather into inputs, sums and weights. A gather is a sum over neighboring
// pixels.
#pragma once

#include "core/graph/program.h"

namespace tonelift {

struct GatherParts {
    // Planes that the gather reads. The first `neighbors` planes are read at neighboring pixels,
    // the others only at the pixel itself.
    std::vector<NodeId> inputs;
    int neighbors = 0;
    std::vector<NodeId> sums;
    std::vector<NodeId> weights;

    std::vector<Sink> sinks(const Graph& graph) const;
    std::map<NodeId, LoadSource> found(const Graph& graph) const;
};

GatherParts gather_parts(const Graph& graph, NodeId gather);
bool is_gather(const Node& node);
// Returns whether both nodes are results of the same gather, so that one pass computes both.
bool are_of_one_gather(const Node& a, const Node& b);

NodeId gather_result(const Node& gather);

std::vector<std::vector<float>> gather_weights(const Graph& graph, const GatherParts& parts,
                                               int radius);

}  // namespace tonelift
