// SPDX-License-Identifier: BSD-2-Clause
//
// Second step of the schedule: makes the passes, and assigns each job to a pass. A table of rules
// decides which pass computes a plane.
#pragma once

#include "core/graph/order.h"

namespace tonelift {

// Limits of the schedule. CPU and GPU share one plan, and so one policy.
struct SchedulePolicy {
    // A value in [0, 1] is stored if computing it costs at least this, and a later pass reads it,
    // too. It takes 2 bytes per pixel. Colors and values outside [0, 1] are never stored for this
    // reason, because they would take up to 12 bytes per pixel.
    int cost_worth_storing = 12;
    // Maximum number of guests of a pass. Guests are stored planes and statistics that the pass
    // computes for other jobs. On a GPU, each histogram takes 4 KiB of the 48 KiB of shared memory
    // of a block.
    int most_guests = 8;
    // Maximum number of nodes in the programs of all passes together. A short script can exceed it
    // if many passes recompute the same nodes.
    size_t most_computed = 32768;
};

// The pass that computes a plane for a job: the first possible pass of this list.
//   own_core       the pass of the core whose result is the plane
//   computes_it    the first pass that already computes the plane for another value
//   previous_pass  the previous pass, unless a rule refuses it
//   point_pass     a new point pass
enum class Host : uint8_t { own_core, computes_it, previous_pass, point_pass };

// Reasons why the previous pass must not compute a plane. They are checked in this order.
enum class Refusal : uint8_t {
    none,
    no_previous_pass,  // the plane is the first thing that the plan computes
    frame_step,        // a frame step lies between
    other_size,        // the previous pass has another grid
    fast_epilogue,     // scans and gathers are fastest when their epilogue only stores
    full,              // SchedulePolicy::most_guests
    count_
};

struct FusedPass {
    NodeId core = no_node;  // no_node: a point pass
    bool is_output = false;
    int width = 0;  // grid of the epilogue
    int height = 0;
    int guests = 0;
    Refusal refusal{};  // for a point pass: why the previous pass does not compute its first plane
};

// Where a plane is computed. `program` is 0 for the prologue of the pass and 1 for its epilogue.
struct Placement {
    int pass = -1;  // -1: no pass, for numbers and for planes that are not stored after all
    int program = 1;
    Host host{};
};

struct Fusion {
    std::vector<FusedPass> passes;
    std::vector<Placement> placements;  // one for each job
};

Fusion fuse(const Graph& graph, const Work& work, const SchedulePolicy& policy = {});

}  // namespace tonelift
