// SPDX-License-Identifier: BSD-2-Clause
//
// Runs the computations per frame, such as smoothing over time, on the GPU, and keeps their state
// there.
#pragma once

#include <vector>

#include "kernels/cuda/launch/kernel_cache.h"
#include "kernels/cuda/launch/launch_target.h"
#include "kernels/cuda/launch/plan_memory.h"
#include "kernels/frame/frame_cuda.h"

namespace tonelift::cuda {

class FrameRunner {
  public:
    // The kernels must be compiled before any other call.
    FrameRunner(FrameSteps& steps, const PlanCalls& calls, const PlanMemory& memory,
                const DevicePointer& device, KernelCache& kernels);

    // The device's context must be current in this function and all functions below.
    void begin(const Batch& batch, unsigned first_epoch);
    void run(size_t step, unsigned frames, unsigned epoch, LaunchTarget& target);
    // Waits for the GPU if the batch is recorded.
    void end(Batch& batch);

    void continue_from(const FrameRunner& previous, const TakenOver& taken);
    std::vector<float> states() const;

  private:
    void record(Batch& batch);

    FrameSteps& steps_;
    const PlanMemory& memory_;
    DevicePointer device_;
    DeviceMemory constants_;
    DeviceMemory states_;
    KernelCall begin_call_;
    std::vector<KernelCall> step_calls_;
    const CachedKernel* begin_kernel_;
    const CachedKernel* step_kernel_ = nullptr;
    std::vector<BeginLaunch> launches_;
    std::vector<float> numbers_;
};

}  // namespace tonelift::cuda
