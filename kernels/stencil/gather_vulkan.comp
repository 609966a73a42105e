// SPDX-License-Identifier: BSD-2-Clause
//
// Vulkan kernel for gather filters, which are filters that scripts define. Each invocation computes
// 4 pixels.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "kernels/device/splice_points.glsl"

// The memory layout must be the same as that of the struct in gather_vulkan.cpp.
layout(buffer_reference, std430, buffer_reference_align = 4) readonly buffer Parameters {
    Plane inputs[8];
    int count;
    int neighbors;
    int radius;
    int weights;
};
Parameters parameters() { return Parameters(launch.parameters); }

mat4 inputs_at(const int first, const int x, const int y) {
    Parameters p = parameters();
    mat4 found = mat4(0);
    [[unroll]] for (int i = 0; i < 4; ++i) {
        if (first + i < p.count) found[i] = chunk_of(p.inputs[first + i], x, y);
    }
    return found;
}

vec4 neighbors_of(const Plane plane, const int x, const int y) {
    return vec4(pixel_of(plane, x, y), pixel_of(plane, x + 1, y), pixel_of(plane, x + 2, y),
                pixel_of(plane, x + 3, y));
}

void compute_block() {
    begin_block();
    Parameters p = parameters();
    const int x = 4 * int(gl_GlobalInvocationID.x), y = int(gl_GlobalInvocationID.y);
    if (x < launch.width && y < launch.height) {
        const mat4 low = inputs_at(0, x, y), high = inputs_at(4, x, y);
        mat3x4 sums = mat3x4(0);
        int number = 0;
        for (int dy = -p.radius; dy <= p.radius; ++dy) {
            mat3x4 row = mat3x4(0);
            for (int dx = -p.radius; dx <= p.radius; ++dx) {
                mat3x4 there = mat3x4(0);
                [[unroll]] for (int i = 0; i < 3; ++i) {
                    if (i < p.neighbors) there[i] = neighbors_of(p.inputs[i], x + dx, y + dy);
                }
                row = neighbor(there, low, high, row, number);
                number += p.weights;
            }
            sums += row;
        }
        epilogue(sums, ivec3(x, y, 1));
    }
    finish_block();
}
