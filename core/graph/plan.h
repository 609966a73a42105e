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
    std::vector<NodeId> measured;  // statistics of the output picture
    std::vector<NodeId> kept;
    std::vector<NodeId> light;  // light statistics of the input, for the option stats_file
    // Whether tables, polynomials and quick functions may replace operations: exact results are not
    // required, and the script has no narrow steps or bands.
    bool smooth = false;
    // Whether a hard limit changes colors outside of the output's gamut. Polynomials would miss its
    // kinks.
    bool clips = false;
    bool statistics_only = false;
    int parameters = 0;
    int given = 0;
};

std::vector<NodeId> uniforms_of(const PlanRequest& request);

// Lines of text that explain each step of the plan. A frame step has no lines.
using Reasons = std::vector<std::vector<std::string>>;

// Makes the plan. Writes explanations to *reasons unless `reasons` is null. Throws Excess if the
// passes compute too many nodes.
Plan make_plan(const Graph& graph, const PlanRequest& request, Reasons* reasons = nullptr);

}  // namespace tonelift
