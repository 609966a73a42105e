// SPDX-License-Identifier: BSD-2-Clause
// Collects the PTX of all kernels that some plans launch. Each kernel is collected only once.
#pragma once

#include <map>
#include <string>

#include "tools/kernels/plan_texts.h"

namespace tonelift {

struct PlanKernel {
    std::string what;
    std::string kernel;
    std::string ptx;
    bool per_pixel = false;
    unsigned threads = 0;
};

// Selects which variants of a kernel are collected: with and without vector access to memory, or
// only with vector access.
enum class KernelVariants { both, vectors };

class PlanKernels {
  public:
    explicit PlanKernels(KernelVariants access = KernelVariants::both) : access_(access) {}
    void add(const Plan& plan, const std::string& what);
    const std::map<std::string, PlanKernel>& all() const { return kernels_; }

  private:
    void add_for(const Plan& plan, const DeviceLimits& gpu, const std::string& what);
    void add_text(const PlanText& from, const std::string& what);

    KernelVariants access_;
    std::map<std::string, PlanKernel> kernels_;
};

}  // namespace tonelift
