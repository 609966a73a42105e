// SPDX-License-Identifier: BSD-2-Clause
//
// Vulkan shader of passes that run a point program without a filter.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "kernels/device/splice_points.glsl"

// The CPU code in point_vulkan.cpp writes these parameters with the same memory layout.
layout(buffer_reference, std430, buffer_reference_align = 4) readonly buffer Parameters {
    int rows;
};

void compute_block() {
    begin_block();
    const int x = 4 * int(gl_GlobalInvocationID.x);
    const int rows = Parameters(launch.parameters).rows, first = int(gl_WorkGroupID.y) * rows;
    const int end = min(first + rows, launch.height);
    for (int y = first + int(gl_LocalInvocationID.y); y < end; y += int(gl_WorkGroupSize.y)) {
        if (x < launch.width) point(ivec3(x, y, 1));
    }
    finish_block();
}
