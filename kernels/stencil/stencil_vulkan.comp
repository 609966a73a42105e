// SPDX-License-Identifier: BSD-2-Clause
//
// Vulkan kernel for stencils, which are filters over a neighborhood of pixels. Each invocation
// computes 4 pixels.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "kernels/device/splice_points.glsl"

// The memory layout must be the same as that of StencilParameters in stencil_vulkan.cpp.
layout(buffer_reference, std430, buffer_reference_align = 4) readonly buffer Parameters {
    Plane value;
    Plane guide;
    int radius_x;
    int radius_y;
    int beside;
    int iterations;
    float first;
    float second;
};
Parameters parameters() { return Parameters(launch.parameters); }

float weight_number(const int index) { return Floats(launch.constants).at[index]; }

const int convolve = 0, convolve_separable = 1, box = 2, minimum = 3, maximum = 4, median = 5,
          surface_blur = 6, bilateral = 7, deband = 8, cas = 9;
const bool is_separable = kernel_shape >= convolve_separable && kernel_shape <= maximum;

// -------------------------------------------------------------------------------------------------
// Separable stencils: separable convolution, box, minimum and maximum.

shared vec4 column_results[gl_WorkGroupSize.x * gl_WorkGroupSize.y];

vec4 start_value() {
    return vec4(kernel_shape == minimum ? 3.4e38 : kernel_shape == maximum ? -3.4e38 : 0.0);
}

vec4 combined(const vec4 sum, const vec4 value, const int weight_index) {
    if (kernel_shape == minimum) return min(sum, value);
    if (kernel_shape == maximum) return max(sum, value);
    if (kernel_shape == box) return sum + value;
    return fma(vec4(weight_number(weight_index)), value, sum);
}

vec4 combine_column(const int x, const int y) {
    Parameters p = parameters();
    vec4 sum = start_value();
    for (int dy = -p.radius_y; dy <= p.radius_y; ++dy)
        sum = combined(sum, chunk_of(p.value, x, y + dy), p.radius_y + dy);
    return sum;
}

float column_result(const uint row, const int column) {
    return column_results[row + column / 4][column % 4];
}

vec4 combine_row(const int own) {
    Parameters p = parameters();
    const uint row = gl_LocalInvocationID.y * gl_WorkGroupSize.x;
    int next = own - p.radius_x;
    vec4 window = vec4(0, column_result(row, next), column_result(row, next + 1),
                       column_result(row, next + 2));
    next += 3;
    vec4 sum = start_value();
    for (int i = 0; i <= 2 * p.radius_x; ++i) {
        window = vec4(window.yzw, column_result(row, next++));
        sum = combined(sum, window, 2 * p.radius_y + 1 + i);
    }
    return kernel_shape == box ? sum * p.first : sum;
}

// -------------------------------------------------------------------------------------------------
// Stencils that sum over all neighbors: convolution, surface blur and bilateral filter.

vec4 convolved(const int x, const int y) {
    Parameters p = parameters();
    vec4 sum = vec4(0);
    int index = 0;
    for (int dy = -p.radius_y; dy <= p.radius_y; ++dy) {
        vec4 window, part = vec4(0);
        for (int i = 0; i < 3; ++i) window[i + 1] = pixel_of(p.value, x - p.radius_x + i, y + dy);
        for (int dx = -p.radius_x; dx <= p.radius_x; ++dx) {
            window = vec4(window.yzw, pixel_of(p.value, x + dx + 3, y + dy));
            part = fma(vec4(weight_number(index++)), window, part);
        }
        sum += part;
    }
    return sum;
}

vec4 neighbor_weight(const vec4 difference, const float distance) {
    Parameters p = parameters();
    if (kernel_shape == surface_blur) return max(1.0 - abs(difference) * p.first, 0.0);
    const vec4 alike = difference * p.first;
    return exp2(-(alike * alike + p.second * distance));
}

// Returns the mean of all neighbors, with the weights of surface blur or of the bilateral filter.
// Sums each row separately, because rounding errors would grow in one long sum.
vec4 weighted_mean(const int x, const int y) {
    Parameters p = parameters();
    const vec4 own = chunk_of(p.guide, x, y);
    vec4 sum = vec4(0), weights = vec4(0);
    for (int dy = -p.radius_y; dy <= p.radius_y; ++dy) {
        vec4 value, guide, row_sum = vec4(0), row_weights = vec4(0);
        for (int i = 0; i < 3; ++i) {
            value[i + 1] = pixel_of(p.value, x - p.radius_x + i, y + dy);
            guide[i + 1] = pixel_of(p.guide, x - p.radius_x + i, y + dy);
        }
        for (int dx = -p.radius_x; dx <= p.radius_x; ++dx) {
            value = vec4(value.yzw, pixel_of(p.value, x + dx + 3, y + dy));
            guide = vec4(guide.yzw, pixel_of(p.guide, x + dx + 3, y + dy));
            const vec4 weight = neighbor_weight(guide - own, float(dx * dx + dy * dy));
            row_sum = fma(weight, value, row_sum);
            row_weights += weight;
        }
        sum += row_sum;
        weights += row_weights;
    }
    return sum / weights;
}

// The median is found bit by bit: each step counts the values that are below a trial value.

float value_of_key(const uint key) {
    return uintBitsToFloat((key & 0x80000000u) != 0 ? key & 0x7fffffffu : ~key);
}

float median_pixel(const int x, const int y) {
    Parameters p = parameters();
    const int half_count = (2 * p.radius_x + 1) * (2 * p.radius_y + 1) / 2;
    uint found = 0;
    for (int bit = 31; bit >= 0; --bit) {
        const uint tried = found | 1u << bit;
        int below = 0;
        for (int dy = -p.radius_y; dy <= p.radius_y; ++dy) {
            for (int dx = -p.radius_x; dx <= p.radius_x; ++dx)
                below += sortable_key(pixel_of(p.value, x + dx, y + dy)) < tried ? 1 : 0;
        }
        if (below <= half_count) found = tried;
    }
    return value_of_key(found);
}

// -------------------------------------------------------------------------------------------------
// Debanding, and contrast adaptive sharpening (CAS).

uint scrambled(uint bits) {
    bits ^= bits >> 16;
    bits *= 0x7feb352du;
    bits ^= bits >> 15;
    bits *= 0x846ca68bu;
    return bits ^ bits >> 16;
}

const int uniform_noise = 3;  // index of FrameUniform::noise

float deband_pixel(const int x, const int y) {
    Parameters p = parameters();
    const uint seed = floatBitsToUint(uniform_value(uniform_noise));
    const uint row = scrambled(seed ^ uint(y) * 0x85ebca77u);
    float v = pixel_of(p.value, x, y);
    for (int i = 1; i <= p.iterations; ++i) {
        const uint bits = scrambled(row + uint(x) * 0x9e3779b1u + uint(i) * 0xc2b2ae3du);
        const int reach = p.radius_x * i / p.iterations;
        const uint side = 2 * reach + 1;
        const int dx = int((bits & 0xffffu) * side >> 16) - reach;
        const int dy = int((bits >> 16) * side >> 16) - reach;
        const vec4 taps = vec4(pixel_of(p.value, x + dx, y + dy), pixel_of(p.value, x - dy, y + dx),
                               pixel_of(p.value, x - dx, y - dy),
                               pixel_of(p.value, x + dy, y - dx)) - v;
        const vec4 size = abs(taps);
        const float furthest = max(max(size.x, size.y), max(size.z, size.w));
        const float weight = clamp(2.0 - furthest * p.first * float(i), 0.0, 1.0);
        v += weight * 0.25 * ((taps.x + taps.y) + (taps.z + taps.w));
    }
    return v;
}

float cas_pixel(const int x, const int y) {
    Parameters p = parameters();
    const int rx = p.radius_x, ry = p.radius_y;
    const float own = pixel_of(p.value, x, y);
    const vec4 cross = vec4(pixel_of(p.value, x, y - ry), pixel_of(p.value, x - rx, y),
                            pixel_of(p.value, x + rx, y), pixel_of(p.value, x, y + ry));
    const vec4 corners = vec4(pixel_of(p.value, x - rx, y - ry), pixel_of(p.value, x + rx, y - ry),
                              pixel_of(p.value, x - rx, y + ry), pixel_of(p.value, x + rx, y + ry));
    const vec2 lows = min(cross.xy, cross.zw), highs = max(cross.xy, cross.zw);
    const float low = min(own, min(lows.x, lows.y)), high = max(own, max(highs.x, highs.y));
    const vec2 far_lows = min(corners.xy, corners.zw), far_highs = max(corners.xy, corners.zw);
    const float all_low = low + min(low, min(far_lows.x, far_lows.y));
    const float all_high = high + max(high, max(far_highs.x, far_highs.y));
    const float share = min(all_low, 2.0 - all_high) / max(all_high, 1e-6);
    const float w = sqrt(clamp(share, 0.0, 1.0)) * p.first;
    const float four = (cross.x + cross.y) + (cross.z + cross.w);
    return own - w * (four - 4.0 * own) / (1.0 - 4.0 * w);
}

// -------------------------------------------------------------------------------------------------

vec4 each_pixel(const int x, const int y) {
    vec4 made;
    for (int i = 0; i < 4; ++i) {
        made[i] = kernel_shape == median   ? median_pixel(x + i, y)
                  : kernel_shape == deband ? deband_pixel(x + i, y)
                                           : cas_pixel(x + i, y);
    }
    return made;
}

void compute_block() {
    begin_block();
    const int beside = parameters().beside, lane = int(gl_LocalInvocationID.x);
    const int lanes = int(gl_WorkGroupSize.x) - 2 * beside;
    const int x = 4 * (int(gl_WorkGroupID.x) * lanes + lane - beside);
    const int y = int(gl_GlobalInvocationID.y);
    if (is_separable) {
        column_results[gl_LocalInvocationIndex] = combine_column(x, y);
        barrier();
    }
    if (lane >= beside && lane < beside + lanes && x < launch.width && y < launch.height) {
        const vec4 made = is_separable                   ? combine_row(4 * lane)
                          : kernel_shape == convolve     ? convolved(x, y)
                          : kernel_shape == surface_blur ? weighted_mean(x, y)
                          : kernel_shape == bilateral    ? weighted_mean(x, y)
                                                         : each_pixel(x, y);
        epilogue(mat3x4(made, vec4(0), vec4(0)), ivec3(x, y, 1));
    }
    finish_block();
}
