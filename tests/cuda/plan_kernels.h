// SPDX-License-Identifier: BSD-2-Clause
//
// Collects the kernels of plans, as texts for the driver. Equal texts are collected once.
#pragma once

#include <map>
#include <string>

#include "kernels/cuda/launch/kernel_text.h"

namespace tonelift {

struct PlanKernel {
    std::string what;  // the first plan that contains the kernel
    std::string kernel;
    std::string ptx;
    bool per_pixel = false;  // whether the kernel runs per pixel, not in a frame step
    unsigned threads = 0;    // threads per block, the most of all launches
};

class PlanKernels {
  public:
    // Adds all kernels of a plan: for small and large GPUs, for aligned and unaligned frames.
    void add(const Plan& plan, const std::string& what);
    // Returns the kernels by text. Texts that differ only in numbers count as equal.
    const std::map<std::string, PlanKernel>& all() const { return kernels_; }

  private:
    void add_for(const Plan& plan, const DeviceLimits& gpu, const std::string& what);
    void add_text(const cuda::KernelText& text, const KernelCall& call, bool per_pixel,
                  const std::string& what);

    std::map<std::string, PlanKernel> kernels_;
};

}  // namespace tonelift
