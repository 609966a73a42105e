// SPDX-License-Identifier: BSD-2-Clause
//
// The edge-aware recursive filter along rows in Vulkan. A block spans whole rows.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "kernels/scan/edge.glsl"

const uint block_size = gl_WorkGroupSize.x * gl_WorkGroupSize.y;
const int group_lanes = 8;
shared float last_guides[block_size];
shared float first_weights[block_size];
shared vec2 maps[block_size];        // element m is the map y -> m.x * y + m.y
shared vec2 group_maps[block_size];

vec4 values[kernel_shape];
vec4 weights[kernel_shape];

float entering_value(const vec2 own, const bool backward) {
    const int lane = int(gl_LocalInvocationID.x), lanes = int(gl_WorkGroupSize.x);
    const int row = int(gl_LocalInvocationID.y) * lanes;
    const int begin = lane / group_lanes * group_lanes, end = min(begin + group_lanes, lanes);
    maps[row + lane] = own;
    barrier();
    vec2 map = vec2(1, 0);
    const int before = backward ? end - 1 - lane : lane - begin;
    for (int i = 0; i < before; ++i) {
        const vec2 next = maps[row + (backward ? end - 1 - i : begin + i)];
        map = vec2(map.x * next.x, fma(next.x, map.y, next.y));
    }
    if (before == end - 1 - begin)
        group_maps[row + begin] = vec2(map.x * own.x, fma(own.x, map.y, own.y));
    barrier();
    const int last = (lanes - 1) / group_lanes, group = lane / group_lanes;
    float value = 0;
    for (int i = 0; i < (backward ? last - group : group); ++i) {
        const vec2 next = group_maps[row + group_lanes * (backward ? last - i : i)];
        value = fma(next.x, value, next.y);
    }
    return fma(map.x, value, map.y);
}

void load_row(const int x, const int y, const bool on_grid) {
    const int last = (launch.width - 1) & ~3;
    for (int k = 0; k < kernel_shape; ++k) {
        const bool inside = on_grid && x + 4 * k < launch.width;
        const mat2x4 inputs = prologue(ivec3(min(x + 4 * k, last), y, inside ? 1 : 0));
        values[k] = inputs[0];
        weights[k] = inputs[1];
    }
}

void weigh_row(const int x) {
    const uint index = gl_LocalInvocationIndex;
    last_guides[index] = weights[kernel_shape - 1].w;
    barrier();
    float before = gl_LocalInvocationID.x > 0 ? last_guides[index - 1] : 0;
    for (int k = 0; k < kernel_shape; ++k) {
        const vec4 guide = weights[k];
        const vec4 link = link_weight(guide - vec4(before, guide.xyz));
        before = guide.w;
        const ivec4 column = ivec4(x + 4 * k) + ivec4(0, 1, 2, 3);
        weights[k] = mix(vec4(0), link, lessThan(uvec4(column - 1), uvec4(launch.width - 1)));
    }
    first_weights[index] = weights[0].x;
}

void forward(const float entering) {
    float value = entering;
    for (int k = 0; k < kernel_shape; ++k) {
        [[unroll]] for (int i = 0; i < 4; ++i) {
            value = lerp(values[k][i], value, weights[k][i]);
            values[k][i] = value;
        }
    }
}

vec2 forward_map() {
    vec2 map = vec2(1, 0);
    for (int k = 0; k < kernel_shape; ++k) {
        [[unroll]] for (int i = 0; i < 4; ++i) {
            map = vec2(map.x * weights[k][i], lerp(values[k][i], map.y, weights[k][i]));
        }
    }
    return map;
}

vec2 backward_map(const float after) {
    vec2 map = vec2(1, 0);
    float weight = after;
    for (int k = kernel_shape - 1; k >= 0; --k) {
        [[unroll]] for (int i = 3; i >= 0; --i) {
            map = vec2(map.x * weight, lerp(values[k][i], map.y, weight));
            weight = weights[k][i];
        }
    }
    return map;
}

void backward(const float after, const float entering) {
    float weight = after, value = entering;
    for (int k = kernel_shape - 1; k >= 0; --k) {
        [[unroll]] for (int i = 3; i >= 0; --i) {
            value = lerp(values[k][i], value, weight);
            values[k][i] = value;
            weight = weights[k][i];
        }
    }
}

float weight_after() {
    return gl_LocalInvocationID.x + 1 < gl_WorkGroupSize.x
               ? first_weights[gl_LocalInvocationIndex + 1]
               : 0;
}

void filter_row(const int x, const int y, const bool on_grid) {
    load_row(x, y, on_grid);
    weigh_row(x);
    forward(entering_value(forward_map(), false));
    const float after = weight_after();
    backward(after, entering_value(backward_map(after), true));
    for (int k = 0; k < kernel_shape; ++k) {
        if (!on_grid || x + 4 * k >= launch.width) continue;
        epilogue(mat3x4(values[k], vec4(0), vec4(0)), ivec3(x + 4 * k, y, 1));
    }
}

void compute_block() {
    begin_block();
    const int x = 4 * kernel_shape * int(gl_LocalInvocationID.x);
    const int rows = Parameters(launch.parameters).rows_per_block;
    const int first = rows * int(gl_WorkGroupID.x) + int(gl_LocalInvocationID.y);
    for (int row = 0; row < rows; row += int(gl_WorkGroupSize.y)) {
        const int y = first + row;
        filter_row(x, min(y, launch.height - 1), y < launch.height);
    }
    finish_block();
}
