// SPDX-License-Identifier: BSD-2-Clause
// Second step of the schedule: decides which pass computes each plane.
#pragma once

#include "core/graph/order.h"

namespace tonelift {

// CPU and GPU share one plan, and so one policy.
struct SchedulePolicy {
    // Planes in [0, 1] with several readers are stored from this cost on.
    int cost_worth_storing = 12;
    // Maximum number of planes and statistics that a pass stores for other passes.
    int most_guests = 8;
    // Maximum number of nodes in all programs.
    size_t most_computed = 32768;
};

// The pass that computes a plane: the first possible one of this list.
enum class Host : uint8_t { own_core, computes_it, previous_pass, point_pass };

// Why the previous pass must not also compute a plane, in the order of the checks.
enum class Refusal : uint8_t {
    none,
    no_previous_pass,
    frame_step,     // numbers of the frame are computed between both passes
    other_size,     // the plane has another size
    fast_epilogue,  // scans and gathers are fastest if nothing follows them
    full,           // the pass already has SchedulePolicy::most_guests
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
