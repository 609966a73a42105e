// SPDX-License-Identifier: BSD-2-Clause
//
// Runs a single pass of the engine on buffers of the bench. The kernels are those that the executor
// would launch.
#pragma once

#include <vector>

#include "kernels/cuda/launch/frame_runner.h"
#include "tests/bench/patterns/planes.h"

namespace tonelift::patterns {

class EnginePass {
  public:
    // plan: a single pass. It reads and writes only buffers, and all have one size.
    EnginePass(Plan plan, const cuda::DevicePointer& device, int frames);

    // Returns the memory of a buffer of the plan, for all frames.
    Planes buffer(int index) const;
    // Enqueues the kernels of the pass.
    void run();
    // Returns the result of a reduction of the plan for frame 0.
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

// Returns a plan with one pass for this core. Input i of the core is buffer inputs[i], and the
// result goes to the next buffer.
Plan plan_of_core(const Size& size, Storage storage, const Core& core,
                  const std::vector<int>& inputs);

}  // namespace tonelift::patterns
