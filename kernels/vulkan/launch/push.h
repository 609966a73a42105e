// SPDX-License-Identifier: BSD-2-Clause
//
// The push constants of every kernel, as kernels/device/launch.glsl declares them.
#pragma once

#include <cstdint>

namespace tonelift::vulkan {

struct Push {
    uint64_t entries = 0;
    uint64_t parameters = 0;
    uint64_t constants = 0;
    uint64_t scratch = 0;
    uint64_t workspace = 0;
    uint64_t condition = 0;  // address of the condition of frame 0; 0: compute all frames
    uint64_t pq_lines = 0;
    int32_t condition_stride = 0;
    int32_t unmet = 0;
    int32_t entries_per_frame = 0;
    int32_t frames = 0;
    int32_t width = 0;
    int32_t height = 0;
};
static_assert(sizeof(Push) <= 128, "every device has 128 bytes of push constants");

}  // namespace tonelift::vulkan
