// SPDX-License-Identifier: BSD-2-Clause
//
// Records the passes of a plan as commands. Contains the kernels of their launches, and the
// constants and parameters that the kernels read.
#pragma once

#include <vector>

#include "kernels/gpu/plan_calls.h"
#include "kernels/vulkan/launch/core_calls.h"
#include "kernels/vulkan/launch/kernel_cache.h"
#include "kernels/vulkan/launch/plan_memory.h"

namespace tonelift::vulkan {

class PassRecorder {
  public:
    // The plan and the calls must outlive this object.
    PassRecorder(const Plan& plan, const DevicePointer& device, const PlanCalls& calls);

    // Compiles the kernels. This must be done before recording.
    void compile() { kernels_.compile(); }

    // Returns whether any pass writes the output frame.
    bool make_output() const { return makes_output_; }
    // Records the launches of a pass. `step` is its index in the plan. Passes must be recorded in
    // order. The caller must record a barrier after each frame step.
    void record(size_t step, const PlanMemory& memory, const SlotMemory& slot, size_t frames,
                VkCommandBuffer to) const;

  private:
    // A launch, ready to be recorded.
    struct Launcher {
        const PassCall* call;
        const CachedKernel* kernel;
        size_t parameters;  // offset in arguments_
        size_t constants;   // offset in arguments_
    };
    void find_barriers(const Plan& plan);
    Launcher make_launcher(const PassCall& call, size_t& argument_bytes);
    void fill_arguments();
    Push push_of(const Launcher& launcher, const PlanMemory& memory, const SlotMemory& slot,
                 size_t frames) const;

    DevicePointer device_;
    const PlanCalls& calls_;
    KernelCache kernels_;
    std::vector<std::vector<Launcher>> steps_;
    std::vector<bool> barriers_;  // indexed by step: whether it must wait for earlier steps
    DeviceMemory arguments_;
    size_t pq_lines_ = 0;  // offset in arguments_
    bool makes_output_ = false;
};

}  // namespace tonelift::vulkan
