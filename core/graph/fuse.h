// SPDX-License-Identifier: BSD-2-Clause
//
// Second step of the schedule: makes the passes and assigns each job to a pass. A table of rules
// decides where a plane is computed.
#pragma once

#include "core/graph/order.h"

namespace tonelift {

// Limits of the schedule. CPU and GPU share one plan, and so one policy.
struct SchedulePolicy {
    // Minimum cost of a value in [0, 1] that is stored, in 2 bytes, if a later pass reads it, too.
    // Colors and values outside [0, 1] are computed again instead: storing them would take up to 12
    // bytes per pixel.
    int cost_worth_storing = 12;
    // Maximum number of guests of a pass, which are stored planes and statistics for other jobs: on
    // a GPU each histogram takes 4 KiB of the 48 KiB of shared memory of a block.
    int most_guests = 8;
    // Maximum number of nodes in the programs of all passes. Even a short script can exceed it if
    // many passes recompute the same nodes.
    size_t most_computed = 32768;
};

// The pass that computes a plane for a job: the first possible pass of this list.
//   own_core       the pass of the core whose result is the plane
//   computes_it    the first pass that already computes the plane for another value
//   previous_pass  the previous pass, unless a rule refuses it
//   point_pass     a new point pass
enum class Host : uint8_t { own_core, computes_it, previous_pass, point_pass };

// Reasons why the previous pass does not compute a plane. The rules are tried in this order.
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

// program: 0 prologue, 1 epilogue.
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
