// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/gpu/plane_sizes.h"

namespace tonelift {
namespace {

// Alignment of rows, in bytes.
constexpr size_t pitch_alignment = 256;

size_t round_up(size_t bytes, size_t unit) { return (bytes + unit - 1) / unit * unit; }

PlaneSize size_of(int width, int height, int sample_bytes) {
    const size_t row = round_up(static_cast<size_t>(width), 8) * static_cast<size_t>(sample_bytes);
    const size_t pitch = round_up(row, pitch_alignment);
    return {pitch, pitch * static_cast<size_t>(height)};
}

}  // namespace

std::vector<PlaneSize> plane_sizes(const Plan& plan, const PlanCalls& calls) {
    std::vector<PlaneSize> sizes;
    for (const Buffer& buffer : plan.buffers)
        sizes.push_back(size_of(buffer.width, buffer.height, storage_bytes(buffer.storage)));
    const CorePlanes& core = calls.core_planes;
    for (int i = 0; i < core.count; ++i)
        sizes.push_back(size_of(core.width, core.height, sizeof(float)));
    return sizes;
}

}  // namespace tonelift
