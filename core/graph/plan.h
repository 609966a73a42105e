// SPDX-License-Identifier: BSD-2-Clause
//
// From the graph to the plan: fusion into passes, intermediate storage, and reuse of buffers.
#pragma once

#include "core/graph/graph.h"

namespace tonelift {

struct PlanRequest {
    Picture input;
    Picture output;
    Dither dither = Dither::blue;
    BlockQuality texture_quality = BlockQuality::normal;
    std::vector<NodeId> components;  // of the output picture; no_node for missing ones
    NodeId scene_change = no_node;   // restarts every smooth(); no_node if nothing is smoothed
    std::vector<NodeId> measured;    // values with a state, computed from planes that the output
                                     // depends on
    std::vector<NodeId> kept;        // further values with a state; recorded, but not read
    std::vector<NodeId> light;       // of the source, with a state; recorded, but not read
    bool exact = true;               // no polynomials in the output pass, see Plan::fit_tolerance
    bool statistics_only = false;    // only statistics; everything else is left out
    int parameters = 0;              // script params up to the last one that is a per-frame value
    int given = 0;                   // values given with each frame
};

// The nodes in `measured`, `kept` and `light`.
std::vector<NodeId> numbers_of(const PlanRequest& request);

// The reasons of a plan, in lines for each of its steps; none for frame steps.
using Reasons = std::vector<std::vector<std::string>>;

// reasons: set to those of the plan, unless it is null. Throws Excess for a plan that exceeds all
// limits, and Error (internal) for a graph that combines planes of different sizes.
Plan make_plan(const Graph& graph, const PlanRequest& request, Reasons* reasons = nullptr);

}  // namespace tonelift
