// SPDX-License-Identifier: BSD-2-Clause
//
// Records the passes of a plan as Vulkan commands.
#pragma once

#include <vector>

#include "kernels/device/launch.h"
#include "kernels/gpu/plan_calls.h"
#include "kernels/vulkan/launch/core_calls.h"
#include "kernels/vulkan/launch/kernel_cache.h"
#include "kernels/vulkan/launch/plan_memory.h"

namespace tonelift::vulkan {

class PassRecorder {
  public:
    // `plan` and `calls` must outlive this object.
    PassRecorder(const Plan& plan, const DevicePointer& device, const PlanCalls& calls);

    void compile() { kernels_.compile(); }

    bool make_output() const { return makes_output_; }
    // Records the launches of a pass. Must be called for all passes in their order. The caller must
    // record a barrier between two passes if the host runs a frame step between them.
    void record(size_t step, const PlanMemory& memory, const SlotMemory& slot, size_t frames,
                VkCommandBuffer to) const;

  private:
    struct Launcher {
        const PassCall* call;
        const CachedKernel* kernel;
        size_t parameters;
        size_t constants;
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
    std::vector<bool> barriers_;
    DeviceMemory arguments_;
    size_t pq_lines_ = 0;
    bool makes_output_ = false;
};

}  // namespace tonelift::vulkan
