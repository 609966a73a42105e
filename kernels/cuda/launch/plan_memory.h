// SPDX-License-Identifier: BSD-2-Clause
//
// The device memory of a plan. It has room for all frames of one launch, and is allocated once and
// reused by all launches.
#pragma once

#include <vector>

#include "kernels/cuda/driver/device.h"
#include "kernels/frame/frame_cuda.h"
#include "kernels/gpu/plan_calls.h"

namespace tonelift::cuda {

class PlanMemory {
  public:
    PlanMemory(const Plan& plan, const DevicePointer& device, const PlanCalls& calls,
               const FrameSteps& steps, int frames);

    const std::vector<EntrySource>& sources() const { return sources_; }
    int entries() const { return begin_planes + static_cast<int>(sources_.size()); }
    // Returns the arguments that all launches share.
    Launch launch() const;
    const DeviceMemory& numbers() const { return numbers_; }
    int number_stride() const { return number_stride_; }
    const DeviceMemory& reductions() const { return reductions_; }

  private:
    void add(const DeviceMemory& memory, size_t frame_stride, size_t pitch);

    DeviceMemory entries_;
    DeviceMemory numbers_;
    DeviceMemory tables_;
    DeviceMemory reductions_;
    std::vector<DeviceMemory> planes_;
    DeviceMemory scratch_;
    DeviceMemory workspace_;
    DeviceMemory first_epoch_;
    std::vector<EntrySource> sources_;
    int number_stride_ = 0;
};

}  // namespace tonelift::cuda
