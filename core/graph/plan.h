// SPDX-License-Identifier: BSD-2-Clause
//
// From the graph to the plan: fusion into passes, what is stored between them, and which buffers
// are used again.
#pragma once

#include "core/graph/graph.h"

namespace tonelift {

struct PlanRequest {
    Picture input;
    Picture output;
    Dither dither = Dither::blue;
    BlockQuality texture_quality = BlockQuality::normal;
    std::vector<NodeId> components;  // of the output picture, no_node where it has none
    NodeId scene_change = no_node;   // restarts every smooth(); no_node when nothing is smoothed
    std::vector<NodeId> measured;    // numbers with a state, of planes that the output is made of
    std::vector<NodeId> kept;        // more such numbers, which nobody needs to read
    bool statistics_only = false;    // no picture, and what only the picture needs is left out
    int parameters = 0;              // script params up to the last that is a number of the frame
    int given = 0;                   // numbers that come with each frame
};

// Those measured and kept.
std::vector<NodeId> numbers_of(const PlanRequest& request);

// The reasons of a plan, in lines for each of its steps; none for frame steps.
using Reasons = std::vector<std::vector<std::string>>;

// reasons: set to those of the plan, unless it is null. Throws Excess for one that grows beyond all
// measure, and Error (internal) for a graph that combines planes of different sizes.
Plan make_plan(const Graph& graph, const PlanRequest& request, Reasons* reasons = nullptr);

}  // namespace tonelift
