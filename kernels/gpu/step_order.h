// SPDX-License-Identifier: BSD-2-Clause
//
// Decides which steps of a plan run concurrently. Some steps contribute only to uniforms. They are
// short and leave most of the device idle, especially in launches with few frames. They run on a
// second stream, concurrently with steps that do not need these uniforms yet. In a graph of
// launches, every step waits only for the steps that it depends on.
#pragma once

#include <vector>

#include "kernels/gpu/plan_calls.h"

namespace tonelift {

// A step of the plan, or the work before or after all steps of the plan.
struct OrderedStep {
    bool beside = false;  // whether it runs on the second stream
    // Last step of the other stream that must be complete; -1: none, or one that an earlier step
    // has already waited for.
    int waits_for = -1;
    bool awaited = false;  // whether the other stream waits for this step
    // Steps of the plan that this step waits for directly in a graph, ascending. If empty, the step
    // waits for the work before all steps.
    std::vector<size_t> follows;
};

// The steps of a batch in order. Step 0 begins the batch, then the steps of the plan follow, then
// the end of the batch. The first and the last step run on the device's own stream.
struct StepOrder {
    StepOrder(const Plan& plan, const PlanCalls& calls);

    std::vector<OrderedStep> steps;
    bool two = false;  // whether any step is on the second stream

  private:
    void assign_streams(const std::vector<bool>& leads);
    template <typename Conflict>
    void find_stream_waits(const Conflict& conflict);
    template <typename Conflict>
    void find_followed(const Conflict& conflict);
};

// Returns whether two steps of a plan, given by index, must keep their order. They must if one step
// writes data that the other reads or writes.
bool must_follow(const Plan& plan, const PlanCalls& calls, size_t earlier, size_t later);

}  // namespace tonelift
