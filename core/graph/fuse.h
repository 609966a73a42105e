// SPDX-License-Identifier: BSD-2-Clause
// Second step of the schedule: decides which pass computes each plane.
#pragma once

#include "core/graph/order.h"

namespace tonelift {

// CPU and GPU share one plan, and so one policy.
struct SchedulePolicy {
    // A plane in [0, 1] with several readers is stored if it costs at least this much. Cheaper
    // planes are computed again for each reader.
    int cost_worth_storing = 12;
    // Maximum number of planes and statistics that a pass stores for other passes.
    int most_guests = 8;
    // Maximum number of nodes in all programs.
    size_t most_computed = 32768;
};

// The pass that computes a plane. The planner tries these passes in this order.
enum class Host : uint8_t { own_core, computes_it, previous_pass, point_pass };

// The reason why the previous pass does not also compute a plane. The planner checks these
// reasons in this order.
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
