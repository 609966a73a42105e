// SPDX-License-Identifier: BSD-2-Clause
//
// Runs a single pass of the engine on buffers of the bench, with the kernels that the executor
// would launch.
#pragma once

#include <vector>

#include "kernels/cuda/launch/frame_runner.h"
#include "tests/bench/patterns/planes.h"

namespace tonelift::patterns {

class EnginePass {
  public:
    // plan: a single pass that reads and writes only buffers, all of one size.
    EnginePass(Plan plan, const cuda::DevicePointer& device, int frames);

    // Returns a buffer of the plan for all frames.
    Planes buffer(int index) const;
    // Enqueues the launches of the pass.
    void run();
    // Returns the result of the plan's reduction for frame 0.
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

// Returns a plan for EnginePass with buffers of this size and storage format. Input i of the core
// is the buffer inputs[i], and the result is the next buffer.
Plan plan_of_core(const Size& size, Storage storage, const Core& core,
                  const std::vector<int>& inputs);

}  // namespace tonelift::patterns
