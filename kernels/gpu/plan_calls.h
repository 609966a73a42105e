// SPDX-License-Identifier: BSD-2-Clause
//
// All launches of a plan and their requirements, as far as they are known without a device.
#pragma once

#include <vector>

#include "kernels/device/frame_layout.h"
#include "kernels/gpu/pass_call.h"
#include "kernels/reduce/reduction_layout.h"

namespace tonelift {

struct PlanCalls {
    // The plan must outlive this object. frames: maximum per launch; sums do not depend on this
    // number.
    PlanCalls(const Plan& plan, const CoreCalls& cores, const DeviceLimits& limits,
              const Tuning& tuning = {}, int frames = 1);

    std::vector<std::vector<PassCall>> passes;  // by step; empty for frame steps
    CorePlanes core_planes;
    size_t scratch_bytes = 0;    // per frame
    size_t workspace_bytes = 0;  // per frame
    ReductionLayout reductions;
    FrameLayout layout;
    size_t frame_steps = 0;
    std::vector<const PointProgram*> arithmetic;  // frame::arithmetic_of()

  private:
    void take(const PassCall& call, std::vector<size_t>& partials);
};

}  // namespace tonelift
