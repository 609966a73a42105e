// SPDX-License-Identifier: BSD-2-Clause
//
// All launches of a plan and their requirements, as far as they are known without a device.
#pragma once

#include <string>
#include <vector>

#include "kernels/cuda/emit/frame_access.h"
#include "kernels/cuda/emit/splice.h"
#include "kernels/cuda/launch/pass_call.h"
#include "kernels/reduce/reduction_layout.h"
#include "kernels/shortcut.h"

namespace tonelift::cuda {

struct PlanCalls {
    // The plan must outlive this object. frames: maximum per launch; sums do not depend on it.
    PlanCalls(const Plan& plan, const DeviceLimits& limits, const Tuning& tuning = {},
              int frames = 1);

    std::optional<Shortcut> shortcut;           // owns programs of the calls
    std::vector<std::vector<PassCall>> passes;  // by step; empty for frame steps
    CorePlanes core_planes;
    size_t scratch_bytes = 0;    // per frame
    size_t workspace_bytes = 0;  // per frame
    ReductionLayout reductions;
    FrameLayout layout;
    size_t frame_steps = 0;
    std::vector<const PointProgram*> arithmetic;  // FrameSteps::programs()

  private:
    void take(const PassCall& call, std::vector<size_t>& partials);
};

// The text of a kernel, for the driver.
struct KernelText {
    std::string kernel;
    std::string ptx;  // for the minimum number of blocks
    BlockRange blocks;
    unsigned shared_bytes = 0;  // dynamic, the most of all launches
};

inline KernelText pass_kernel(const PlanCalls& calls, const PassCall& pass, bool vectors) {
    const std::string ptx =
        splice(core_ptx(pass.call.source), pass.call.kernel, calls.layout,
               {pass.prologue, pass.epilogue, pass.term, {}, 0, pass.width, pass.height}, vectors);
    const BlockRange blocks = pass.call.blocks;
    return {pass.call.kernel, blocks.least > 0 ? with_blocks(ptx, blocks.least) : ptx, blocks,
            pass.call.shared_bytes};
}

inline KernelText frame_kernel(const PlanCalls& calls, const KernelCall& call) {
    return {call.kernel,
            splice(core_ptx(call.source), call.kernel, calls.layout,
                   {nullptr, nullptr, nullptr, calls.arithmetic, call.parts, 0, 0}, true),
            call.blocks, call.shared_bytes};
}

}  // namespace tonelift::cuda
