// SPDX-License-Identifier: BSD-2-Clause
//
// Lists what the steps of a plan read and write, so that an executor can run independent steps at
// the same time.
#pragma once

#include <set>
#include <utility>
#include <vector>

#include "kernels/pass.h"

namespace tonelift {

// Data that steps exchange, and memory that they share. All after `states` belong to an executor.
enum class Resource : uint8_t {
    buffer,
    reduction,
    uniform,
    table,
    states,
    unfinished_reduction,
    core_planes,
    scratch,
    workspace,
    light_tables,
    frame,
    frame_order
};
using Resources = std::set<std::pair<Resource, int>>;

struct StepAccess {
    Resources read;
    Resources written;
};

// Returns the access of each step of a plan, without memory of an executor.
std::vector<StepAccess> accesses_of(const Plan& plan);

// Returns whether the order of two steps matters.
bool conflict(const StepAccess& earlier, const StepAccess& later);

// Returns for each step the earlier steps that must end before it starts. Steps that must end
// before one of these steps can be missing.
std::vector<std::vector<size_t>> steps_before(const std::vector<StepAccess>& accesses);

// Returns for each step whether it is a frame step, or a frame step needs its results.
std::vector<bool> leading_to_numbers(const Plan& plan, const std::vector<StepAccess>& accesses);

}  // namespace tonelift
