// SPDX-License-Identifier: BSD-2-Clause
//
// Makes the plan of a graph: fuses operations into passes, selects the planes to store, and reuses
// buffers.
#pragma once

#include "core/graph/graph.h"

namespace tonelift {

struct PlanRequest {
    Picture input;
    Picture output;
    Dither dither = Dither::blue;
    BlockQuality texture_quality = BlockQuality::normal;
    std::vector<NodeId> components;  // components of the output picture; no_node: absent
    NodeId scene_change = no_node;   // restarts every smooth() at cuts; no_node without smooth()
    std::vector<NodeId> measured;    // values with a state that are computed from output planes
    std::vector<NodeId> kept;        // further values with a state; recorded, never read
    std::vector<NodeId> light;       // light of the source, with a state; recorded, never read
    bool exact = true;               // no polynomials in the output pass, see Plan::fit_tolerance
    bool statistics_only = false;    // whether only statistics are made, without a picture
    int parameters = 0;              // index of the last per-frame param, plus 1
    int given = 0;                   // number of values given with each frame
};

// Returns the nodes in `measured`, `kept` and `light`.
std::vector<NodeId> numbers_of(const PlanRequest& request);

// Explains a plan with lines of text for each step. Frame steps have no lines.
using Reasons = std::vector<std::vector<std::string>>;

// Makes the plan. *reasons receives the reasons for its steps, unless `reasons` is null. Throws
// Excess if the passes compute too many nodes, and Error (internal) for a graph that combines
// planes of different sizes.
Plan make_plan(const Graph& graph, const PlanRequest& request, Reasons* reasons = nullptr);

}  // namespace tonelift
