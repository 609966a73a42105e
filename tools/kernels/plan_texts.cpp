// SPDX-License-Identifier: BSD-2-Clause
#include "tools/kernels/plan_texts.h"

#include "kernels/cuda/launch/core_calls.h"
#include "kernels/frame/frame_cuda.h"
#include "kernels/gpu/prepared_plan.h"

namespace tonelift {

using namespace cuda;

std::vector<PlanText> plan_texts(const Plan& plan, const DeviceLimits& limits, int frames,
                                 bool vectors) {
    const Plan prepared = prepared_for_cuda(plan);
    const PlanCalls calls(prepared, core_calls, limits, Tuning{}, frames);
    std::vector<PlanText> texts;
    const auto add = [&](KernelText text, const KernelCall& call, bool per_pixel) {
        texts.push_back({std::move(text), call.block.x * call.block.y, per_pixel});
    };
    for (const auto& step : calls.passes) {
        for (const PassCall& pass : step)
            add(pass_kernel(calls, pass, vectors || !pass.reads_input()), pass.call, true);
    }
    const FrameSteps frame_steps(prepared, calls.reductions, 1);
    const KernelCall begin = frame_steps.begin_call();
    add(frame_kernel(calls, begin), begin, false);
    for (size_t i = 0; i < calls.frame_steps; ++i) {
        const KernelCall call = frame_steps.step_call(i);
        add(frame_kernel(calls, call), call, false);
    }
    return texts;
}

}  // namespace tonelift
