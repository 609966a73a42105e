// SPDX-License-Identifier: BSD-2-Clause
// Makes the plan of a graph: passes, planes and buffers.
#pragma once

#include "core/graph/graph.h"

namespace tonelift {

struct PlanRequest {
    Picture input;
    Picture output;
    Dither dither = Dither::blue;
    BlockQuality texture_quality = BlockQuality::normal;
    std::vector<NodeId> components;
    NodeId scene_change = no_node;
    std::vector<NodeId> measured;  // statistics of the output
    std::vector<NodeId> kept;
    std::vector<NodeId> light;  // statistics of the source's light, for the stats_file
    bool exact = true;          // no approximation by polynomials
    bool statistics_only = false;
    int parameters = 0;
    int given = 0;
};

std::vector<NodeId> numbers_of(const PlanRequest& request);

// Lines of text for each pass.
using Reasons = std::vector<std::vector<std::string>>;

// *reasons may be null. Throws Excess for too many nodes.
Plan make_plan(const Graph& graph, const PlanRequest& request, Reasons* reasons = nullptr);

}  // namespace tonelift
