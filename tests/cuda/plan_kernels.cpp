// SPDX-License-Identifier: BSD-2-Clause
#include "tests/cuda/plan_kernels.h"

#include <algorithm>

namespace tonelift {
namespace {

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
    constexpr int frames = 1;
    if (access_ == KernelVariants::both) {
        for (const PlanText& kernel : plan_texts(plan, gpu, frames, false)) add_text(kernel, what);
    }
    for (const PlanText& kernel : plan_texts(plan, gpu, frames, true)) add_text(kernel, what);
}

void PlanKernels::add_text(const PlanText& from, const std::string& what) {
    PlanKernel& kernel = kernels_[shape_of(from.text.ptx)];
    kernel.threads = std::max(kernel.threads, from.threads);
    if (!kernel.ptx.empty()) return;
    kernel.what = what;
    kernel.kernel = from.text.kernel;
    kernel.ptx = from.text.ptx;
    kernel.per_pixel = from.per_pixel;
}

}  // namespace tonelift
