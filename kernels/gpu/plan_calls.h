// SPDX-License-Identifier: BSD-2-Clause
//
// All launches of a plan and the memory that they need. No device is used to compute this.
#pragma once

#include <vector>

#include "kernels/device/frame_layout.h"
#include "kernels/gpu/pass_call.h"
#include "kernels/reduce/reduction_layout.h"

namespace tonelift {

struct PlanCalls {
    // The plan must outlive this object. `frames` is the largest number of frames per launch, which
    // does not affect sums.
    PlanCalls(const Plan& plan, const CoreCalls& cores, const DeviceLimits& limits,
              const Tuning& tuning = {}, int frames = 1);

    std::vector<std::vector<PassCall>> passes;  // indexed by step; empty for frame steps
    CorePlanes core_planes;
    size_t scratch_bytes = 0;    // bytes per frame
    size_t workspace_bytes = 0;  // bytes per frame
    ReductionLayout reductions;
    FrameLayout layout;
    size_t frame_steps = 0;
    std::vector<const PointProgram*> arithmetic;  // result of frame::arithmetic_of()

  private:
    void take(const PassCall& call, std::vector<size_t>& partials);
};

}  // namespace tonelift
