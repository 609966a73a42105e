// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cuda/launch/plan_memory.h"

#include <algorithm>

namespace tonelift::cuda {
namespace {

constexpr size_t alignment = 256;

size_t round_up(size_t bytes, size_t unit) { return (bytes + unit - 1) / unit * unit; }

// Bytes of a row, padded to whole chunks.
size_t row_bytes(int width, int sample_bytes) {
    return round_up(round_up(static_cast<size_t>(width), 8) * static_cast<size_t>(sample_bytes),
                    alignment);
}

}  // namespace

PlanMemory::PlanMemory(const Plan& plan, const DevicePointer& device, const PlanCalls& calls,
                       const FrameSteps& steps, int frames) {
    const auto n = static_cast<size_t>(frames);
    numbers_ = DeviceMemory(device, steps.number_bytes() * n);
    add(numbers_, steps.number_bytes(), sizeof(float));
    tables_ = DeviceMemory(device, steps.table_bytes() * n);
    add(tables_, steps.table_bytes(), 0);
    reductions_ = DeviceMemory(device, steps.reduction_bytes());
    add(reductions_, calls.reductions.bytes, 0);
    add(reductions_, calls.reductions.bytes, 0);
    const auto add_plane = [&](int width, int height, int sample_bytes) {
        const size_t pitch = row_bytes(width, sample_bytes);
        const size_t bytes = pitch * static_cast<size_t>(height);
        planes_.emplace_back(device, bytes * n);
        add(planes_.back(), bytes, pitch);
    };
    for (const Buffer& buffer : plan.buffers)
        add_plane(buffer.width, buffer.height, storage_bytes(buffer.storage));
    const CorePlanes& core = calls.core_planes;
    for (int i = 0; i < core.count; ++i) add_plane(core.width, core.height, sizeof(float));
    entries_ = DeviceMemory(device, static_cast<size_t>(entries()) * sizeof(Entry) * n);
    scratch_ = DeviceMemory(device, calls.scratch_bytes * n);
    workspace_ = DeviceMemory(device, calls.workspace_bytes * n);
    first_epoch_ = DeviceMemory(device, sizeof(unsigned));
}

void PlanMemory::add(const DeviceMemory& memory, size_t frame_stride, size_t pitch) {
    sources_.push_back(
        {memory.address(), static_cast<long long>(frame_stride), static_cast<long long>(pitch)});
}

Launch PlanMemory::launch(int width, int height) const {
    Launch launch{};
    launch.entries = reinterpret_cast<const Entry*>(entries_.address());
    launch.entries_per_frame = entries();
    launch.width = width;
    launch.height = height;
    launch.scratch = reinterpret_cast<unsigned char*>(scratch_.address());
    launch.first_epoch = reinterpret_cast<unsigned*>(first_epoch_.address());
    launch.workspace = reinterpret_cast<unsigned char*>(workspace_.address());
    return launch;
}

}  // namespace tonelift::cuda
