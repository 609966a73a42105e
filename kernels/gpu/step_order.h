// SPDX-License-Identifier: BSD-2-Clause
//
// Decides which steps of a plan run concurrently. Short steps that only contribute to numbers per
// frame leave most of the GPU idle, so they run on a second stream.
#pragma once

#include <vector>

#include "kernels/gpu/plan_calls.h"

namespace tonelift {

struct OrderedStep {
    bool beside = false;
    // Last step of the other stream that must be complete; -1: none, or an earlier step has already
    // waited for it.
    int waits_for = -1;
    bool awaited = false;
    // Steps that must end before this step in a CUDA graph. If empty, the step waits for the work
    // before all steps.
    std::vector<size_t> follows;
};

// Step 0 begins the batch, then the steps of the plan follow, then the end of the batch. The first
// and the last step run on the device's own stream.
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

// Two steps keep their order if one of them writes data that the other reads or writes.
bool must_follow(const Plan& plan, const PlanCalls& calls, size_t earlier, size_t later);

}  // namespace tonelift
