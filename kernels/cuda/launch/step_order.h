// SPDX-License-Identifier: BSD-2-Clause
//
// Which steps of a plan run beside others. What only leads to the numbers of a frame is short and
// leaves most of the device idle, above all where a launch has few frames: it runs on a stream of
// its own, beside what needs no numbers yet.
#pragma once

#include <vector>

#include "kernels/cuda/launch/plan_calls.h"

namespace tonelift::cuda {

// A step of the plan, or what comes before or after all of them.
struct OrderedStep {
    bool beside = false;   // on the second stream
    int waits_for = -1;    // the last step of the other stream that must be complete; -1: none new
    bool awaited = false;  // a step of the other stream waits for this one
};

// Step 0 begins the batch, then the plan's steps, in their order, then the end of the batch: the
// first and the last are on the device's own stream.
struct StepOrder {
    StepOrder(const Plan& plan, const PlanCalls& calls);

    std::vector<OrderedStep> steps;
    bool two = false;  // whether any step is on the second stream
};

// Whether two steps of a plan, by index, must run in their order: one writes what the other reads
// or writes.
bool must_follow(const Plan& plan, const PlanCalls& calls, size_t earlier, size_t later);

}  // namespace tonelift::cuda
