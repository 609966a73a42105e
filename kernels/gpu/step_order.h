// SPDX-License-Identifier: BSD-2-Clause
//
// Decides which steps of a plan run on a second stream, concurrently with the steps on the first
// stream.
#pragma once

#include <vector>

#include "kernels/gpu/plan_calls.h"

namespace tonelift {

struct OrderedStep {
    bool beside = false;
    int waits_for = -1;  // index of the step on the other stream that must end first, or -1
    bool awaited = false;
    // Indices of the steps that must end before this step starts. Only CUDA graphs use these
    // indices. Launches in streams use `waits_for` instead.
    std::vector<size_t> follows;
};

// The order of all steps of a plan. steps[0] stands for all work that precedes the plan, and the
// last entry stands for all work that follows the plan. Step i of the plan is steps[i + 1].
struct StepOrder {
    StepOrder(const Plan& plan, const PlanCalls& calls);

    std::vector<OrderedStep> steps;
    bool two = false;

  private:
    void assign_streams(const std::vector<bool>& leads);
    template <typename Conflict>
    void find_stream_waits(const Conflict& conflict);
    template <typename Conflict>
    void find_followed(const Conflict& conflict);
};

bool must_follow(const Plan& plan, const PlanCalls& calls, size_t earlier, size_t later);

}  // namespace tonelift
