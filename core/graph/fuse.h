// SPDX-License-Identifier: BSD-2-Clause
// Second of the three steps that make a schedule: decides which pass computes each plane.
#pragma once

#include "core/graph/order.h"

namespace tonelift {

// Thresholds and limits of a schedule. The CPU and the GPU execute the same plan, so the policy is
// the same for both.
struct SchedulePolicy {
    // Minimum cost per pixel, in the unit of operations.def, of a plane that is stored because
    // several passes read it. A plane of lower cost, or with values outside [0, 1], is computed
    // again in each of these passes.
    int cost_worth_storing = 12;
    // Maximum number of guests of a pass. A guest is a plane or a statistic that the pass computes
    // for other passes.
    int most_guests = 8;
    // Maximum number of nodes in the programs of all passes together. A node counts once for each
    // program that computes it.
    size_t most_computed = 32768;
};

// The pass that computes a plane. The planner takes the first of these passes that exists:
// own_core       the pass of the core whose result is the plane
// computes_it    the first pass that computes the plane for its own results
// previous_pass  the previous pass, unless there is a Refusal
// point_pass     a new pass that has only point operations
enum class Host : uint8_t { own_core, computes_it, previous_pass, point_pass };

// The reason why the previous pass does not also compute a plane. The planner checks these
// reasons in this order.
enum class Refusal : uint8_t {
    none,
    no_previous_pass,
    frame_step,     // a frame step runs between the previous pass and this plane
    other_size,     // the sizes of the previous pass and the plane differ
    fast_epilogue,  // the previous pass is a scan or gather, fastest without an epilogue
    full,           // the previous pass already has SchedulePolicy::most_guests guests
    count_
};

struct FusedPass {
    NodeId core = no_node;
    bool is_output = false;
    int width = 0;
    int height = 0;
    int guests = 0;
    Refusal refusal{};  // why this pass of point operations is separate from the previous pass
};

struct Placement {
    int pass = -1;
    int program = 1;
    Host host{};
};

struct Fusion {
    std::vector<FusedPass> passes;
    std::vector<Placement> placements;
};

Fusion fuse(const Graph& graph, const Work& work, const SchedulePolicy& policy = {});

}  // namespace tonelift
