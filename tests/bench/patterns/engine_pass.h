// SPDX-License-Identifier: BSD-2-Clause
// Runs a single pass of a Tonelift plan on the buffers of a benchmark.
#pragma once

#include <vector>

#include "kernels/cuda/launch/frame_runner.h"
#include "tests/bench/patterns/planes.h"

namespace tonelift::patterns {

class EnginePass {
  public:
    EnginePass(Plan plan, const cuda::DevicePointer& device, int frames);

    Planes buffer(int index) const;
    void run();
    double sum(size_t reduction) const;

  private:
    struct Step {
        PassCall call;
        cuda::DeviceMemory constants;
        const cuda::CachedKernel* kernel;
    };
    void add(const PassCall& call);

    const Plan plan_;
    cuda::DevicePointer device_;
    int frames_;
    const PlanCalls calls_;
    cuda::FrameSteps frame_steps_;
    cuda::PlanMemory memory_;
    cuda::KernelCache kernels_;
    cuda::FrameRunner numbers_;
    std::vector<Step> steps_;
    unsigned epoch_ = 0;
};

Plan plan_of_core(const Size& size, Storage storage, const Core& core,
                  const std::vector<int>& inputs);

}  // namespace tonelift::patterns
