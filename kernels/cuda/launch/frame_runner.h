// SPDX-License-Identifier: BSD-2-Clause
//
// Runs frame steps on a CUDA device and keeps the temporal state there.
#pragma once

#include <vector>

#include "kernels/cuda/launch/kernel_cache.h"
#include "kernels/cuda/launch/launch_target.h"
#include "kernels/cuda/launch/plan_memory.h"
#include "kernels/frame/frame_cuda.h"

namespace tonelift::cuda {

class FrameRunner {
  public:
    // Adds the kernels of the frame steps to `kernels`. They must be compiled before any other
    // call.
    FrameRunner(FrameSteps& steps, const PlanCalls& calls, const PlanMemory& memory,
                const DevicePointer& device, KernelCache& kernels);

    // The device's context must be current in this function and all functions below. `first_epoch`
    // is the offset of the epochs of the batch's launches.
    void begin(const Batch& batch, unsigned first_epoch);
    // Launches a frame step. `step` is its index among the frame steps of the plan. `epoch` is the
    // number of the launch within its batch.
    void run(size_t step, unsigned frames, unsigned epoch, LaunchTarget& target);
    // Ends a batch. If the batch is recorded, it waits for the device.
    void end(Batch& batch);

    void continue_from(const FrameRunner& previous, const TakenOver& taken);
    // Returns the states, after waiting for the device.
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
    std::vector<float> numbers_;  // uniforms of the frames of a recorded batch
};

}  // namespace tonelift::cuda
