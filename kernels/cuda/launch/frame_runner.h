// SPDX-License-Identifier: BSD-2-Clause
//
// Runs the computations that are done once per frame, such as smoothing over time. They run on the
// GPU, and their state stays in GPU memory.
#pragma once

#include <vector>

#include "kernels/cuda/launch/kernel_cache.h"
#include "kernels/cuda/launch/launch_target.h"
#include "kernels/cuda/launch/plan_memory.h"
#include "kernels/frame/frame_cuda.h"

namespace tonelift::cuda {

class FrameRunner {
  public:
    // Adds kernels to `kernels`. The caller must compile them before any other call of this object.
    FrameRunner(FrameSteps& steps, const PlanCalls& calls, const PlanMemory& memory,
                const DevicePointer& device, KernelCache& kernels);

    // The device's context must be current in begin() and in all functions below.
    void begin(const Batch& batch, unsigned first_epoch);
    void run(size_t step, unsigned frames, unsigned epoch, LaunchTarget& target);
    // Ends a batch. If the batch records states, waits for the GPU and copies the states to
    // `batch`.
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
    std::vector<float> recorded_;
};

}  // namespace tonelift::cuda
