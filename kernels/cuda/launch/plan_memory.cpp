// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cuda/launch/plan_memory.h"

#include "kernels/gpu/plane_sizes.h"

namespace tonelift::cuda {

PlanMemory::PlanMemory(const Plan& plan, const DevicePointer& device, const PlanCalls& calls,
                       const FrameSteps& steps, int frames) {
    const auto n = static_cast<size_t>(frames);
    number_stride_ = static_cast<int>(steps.value_bytes() / sizeof(float));
    numbers_ = DeviceMemory(device, steps.value_bytes() * n);
    add(numbers_, steps.value_bytes(), sizeof(float));
    tables_ = DeviceMemory(device, steps.table_bytes() * n);
    add(tables_, steps.table_bytes(), 0);
    reductions_ = DeviceMemory(device, steps.reduction_bytes());
    add(reductions_, calls.reductions.bytes, 0);
    add(reductions_, calls.reductions.bytes, 0);
    for (const PlaneSize& size : plane_sizes(plan, calls)) {
        planes_.emplace_back(device, size.bytes * n);
        add(planes_.back(), size.bytes, size.pitch);
    }
    entries_ = DeviceMemory(device, static_cast<size_t>(entries()) * sizeof(Entry) * n);
    scratch_ = DeviceMemory(device, calls.scratch_bytes * n);
    workspace_ = DeviceMemory(device, calls.workspace_bytes * n);
    first_epoch_ = DeviceMemory(device, sizeof(unsigned));
}

void PlanMemory::add(const DeviceMemory& memory, size_t frame_stride, size_t pitch) {
    sources_.push_back(
        {memory.address(), static_cast<long long>(frame_stride), static_cast<long long>(pitch)});
}

Launch PlanMemory::launch() const {
    Launch launch{};
    launch.entries = reinterpret_cast<const Entry*>(entries_.address());
    launch.entries_per_frame = entries();
    launch.scratch = reinterpret_cast<unsigned char*>(scratch_.address());
    launch.first_epoch = reinterpret_cast<unsigned*>(first_epoch_.address());
    launch.workspace = reinterpret_cast<unsigned char*>(workspace_.address());
    return launch;
}

}  // namespace tonelift::cuda
