// SPDX-License-Identifier: BSD-2-Clause
#include "tests/cuda/plan_kernels.h"

#include <algorithm>
#include <cctype>

#include "kernels/cuda/launch/core_calls.h"
#include "kernels/frame/frame_cuda.h"
#include "kernels/gpu/prepared_plan.h"

namespace tonelift {
namespace {

using namespace cuda;

constexpr DeviceLimits gpus[] = {{14, 64 << 10, 64 << 10, 7, 5, 1 << 20},
                                 {132, 227 << 10, 228 << 10, 9, 0, 60 << 20}};

// Returns the PTX without its float constants, except 0 and 1. Kernels that differ only in other
// constants have the same shape.
std::string shape_of(const std::string& ptx) {
    constexpr size_t length = 10;
    std::string shape;
    size_t from = 0;
    for (size_t at; (at = ptx.find("0f", from)) != std::string::npos; from = at + length) {
        shape.append(ptx, from, at - from);
        const std::string number = ptx.substr(at, length);
        shape += number == "0f00000000" || number == "0f3F800000" ? number : "0f";
    }
    return shape.append(ptx, from);
}

}  // namespace

void PlanKernels::add(const Plan& plan, const std::string& what) {
    for (const DeviceLimits& gpu : gpus) add_for(plan, gpu, what);
}

void PlanKernels::add_for(const Plan& plan, const DeviceLimits& gpu, const std::string& what) {
    const Plan prepared = prepared_for_cuda(plan);
    const PlanCalls calls(prepared, core_calls, gpu);
    for (const auto& step : calls.passes) {
        for (const PassCall& pass : step) {
            if (access_ == KernelVariants::both)
                add_text(pass_kernel(calls, pass, false), pass.call, true, what);
            add_text(pass_kernel(calls, pass, true), pass.call, true, what);
        }
    }
    const FrameSteps frame_steps(prepared, calls.reductions, 1);
    const KernelCall begin = frame_steps.begin_call();
    add_text(frame_kernel(calls, begin), begin, false, what);
    for (size_t i = 0; i < calls.frame_steps; ++i) {
        const KernelCall call = frame_steps.step_call(i);
        add_text(frame_kernel(calls, call), call, false, what);
    }
}

void PlanKernels::add_text(const KernelText& text, const KernelCall& call, bool per_pixel,
                           const std::string& what) {
    PlanKernel& kernel = kernels_[shape_of(text.ptx)];
    kernel.threads = std::max(kernel.threads, call.block.x * call.block.y);
    if (!kernel.ptx.empty()) return;
    kernel.what = what;
    kernel.kernel = text.kernel;
    kernel.ptx = text.ptx;
    kernel.per_pixel = per_pixel;
}

}  // namespace tonelift
