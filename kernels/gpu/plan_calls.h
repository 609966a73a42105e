// SPDX-License-Identifier: BSD-2-Clause
//
// All kernel launches of a plan, and the memory that the launches need. Computing them needs no
// GPU.
#pragma once

#include <vector>

#include "kernels/device/frame_layout.h"
#include "kernels/gpu/pass_call.h"
#include "kernels/reduce/reduction_layout.h"

namespace tonelift {

struct PlanCalls {
    // `frames` is the largest number of frames per launch. `plan` must outlive this object.
    PlanCalls(const Plan& plan, const CoreCalls& cores, const DeviceLimits& limits,
              const Tuning& tuning = {}, int frames = 1);

    std::vector<std::vector<PassCall>> passes;
    CorePlanes core_planes;
    size_t scratch_bytes = 0;
    size_t workspace_bytes = 0;
    ReductionLayout reductions;
    FrameLayout layout;
    size_t frame_steps = 0;
    std::vector<const PointProgram*> arithmetic;

  private:
    void take(const PassCall& call, std::vector<size_t>& partials);
};

}  // namespace tonelift
