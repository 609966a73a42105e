// SPDX-License-Identifier: BSD-2-Clause
//
// Recursive Gaussian, fast global smoother and cumulative sum in Vulkan.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "kernels/device/splice_points.glsl"

// Must have the memory layout of LinesParameters in lines_vulkan.cpp.
layout(buffer_reference, std430, buffer_reference_align = 4) readonly buffer Parameters {
    Plane value;
    Plane guide;
    int rows;  // 1 if the filter runs along rows, 0 along columns
    float lambda;
    float edge;
    float gain;
    float first;
    float second;
    float reversal[9];
};
Parameters parameters() { return Parameters(launch.parameters); }

// the values of ScanKind in kernels/pass.h
const int gauss = 1, smooth_kind = 2, sum_kind = 3;

int length_of_line() { return parameters().rows != 0 ? launch.width : launch.height; }

mat4 steps_of(const Plane plane, const int line, const int step_index) {
    mat4 chunks;
    const bool rows = parameters().rows != 0;
    for (int i = 0; i < 4; ++i) {
        chunks[i] = rows ? chunk_of(plane, step_index, line + i)
                         : chunk_of(plane, line, step_index + i);
    }
    return rows ? transpose(chunks) : chunks;
}

void finish_steps(const int line, const int step_index, const mat4 steps) {
    const bool rows = parameters().rows != 0;
    const mat4 chunks = rows ? transpose(steps) : steps;
    for (int i = 0; i < 4; ++i) {
        const ivec2 at = rows ? ivec2(step_index, line + i) : ivec2(line, step_index + i);
        if (at.y < launch.height) epilogue(mat3x4(chunks[i], vec4(0), vec4(0)), ivec3(at, 1));
    }
}

layout(buffer_reference, std430, buffer_reference_align = 16) buffer Kept { vec4 at[]; };
uint kept_index(const int step_index) {
    const uint lines = gl_NumWorkGroups.x * gl_WorkGroupSize.x;
    const uint steps = uint(length_of_line() + 3) & ~3u;
    return 2 * ((gl_WorkGroupID.z * lines + gl_GlobalInvocationID.x) * steps + step_index);
}

// The recurrence of the Gaussian, with the coefficients of kernels/scan/gauss_differences.h.

struct GaussState {
    vec4 u;
    vec4 first;
    vec4 second;
};

void gauss_step(inout GaussState state, const vec4 value) {
    Parameters p = parameters();
    state.second = p.gain * (value - state.u) + p.first * state.first + p.second * state.second;
    state.first += state.second;
    state.u += state.first;
}

void turn_around(inout GaussState state, const vec4 last) {
    Parameters p = parameters();
    const vec4 u = state.u - last, first = state.first, second = state.second;
    state.u = last + p.reversal[0] * u + p.reversal[1] * first + p.reversal[2] * second;
    state.first = p.reversal[3] * u + p.reversal[4] * first + p.reversal[5] * second;
    state.second = p.reversal[6] * u + p.reversal[7] * first + p.reversal[8] * second;
}

void filter_gauss(const int line) {
    const Plane plane = parameters().value;
    const int count = length_of_line();
    GaussState state = GaussState(steps_of(plane, line, 0)[0], vec4(0), vec4(0));
    vec4 last = state.u;
    for (int i = 0; i < count; i += 4) {
        const mat4 steps = steps_of(plane, line, i);
        for (int k = 0; k < 4 && i + k < count; ++k) {
            last = steps[k];
            gauss_step(state, last);
            Kept(launch.workspace).at[kept_index(i + k)] = state.u;
        }
    }
    turn_around(state, last);
    for (int i = (count - 1) & ~3; i >= 0; i -= 4) {
        mat4 steps = mat4(0);
        for (int k = 3; k >= 0; --k) {
            if (i + k >= count) continue;
            gauss_step(state, Kept(launch.workspace).at[kept_index(i + k)]);
            steps[k] = state.u;
        }
        finish_steps(line, i, steps);
    }
}

void filter_smooth(const int line) {
    Parameters p = parameters();
    const int count = length_of_line();
    vec4 mean = steps_of(p.value, line, 0)[0], e = vec4(0), link = vec4(0);
    for (int i = 0; i < count; i += 4) {
        const mat4 value = steps_of(p.value, line, i), guide = steps_of(p.guide, line, i);
        const vec4 guide_after = steps_of(p.guide, line, i + 4)[0];
        for (int k = 0; k < 4 && i + k < count; ++k) {
            const vec4 next = k < 3 ? guide[k + 1] : guide_after;
            const float lambda = i + k + 1 < count ? p.lambda : 0.0;
            const vec4 c = lambda * exp2(-p.edge * abs(next - guide[k]));
            const vec4 s = link * e, q = 1.0 + s, pivot = q + c, r = 1.0 / (q * pivot);
            mean = value[k] + s * pivot * r * (mean - value[k]);
            e = q * q * r;
            link = c;
            Kept(launch.workspace).at[kept_index(i + k)] = mean;
            Kept(launch.workspace).at[kept_index(i + k) + 1] = c * q * r;
        }
    }
    vec4 result = vec4(0);
    for (int i = (count - 1) & ~3; i >= 0; i -= 4) {
        mat4 steps = mat4(0);
        for (int k = 3; k >= 0; --k) {
            if (i + k >= count) continue;
            const vec4 own = Kept(launch.workspace).at[kept_index(i + k)];
            result = own + Kept(launch.workspace).at[kept_index(i + k) + 1] * (result - own);
            steps[k] = result;
        }
        finish_steps(line, i, steps);
    }
}

// The cumulative sum. Each sum is a pair of floats, which together have nearly double precision.

void filter_sum(const int line) {
    const int count = length_of_line();
    vec2 sums[4] = vec2[](vec2(0), vec2(0), vec2(0), vec2(0));
    for (int i = 0; i < count; i += 4) {
        mat4 steps = steps_of(parameters().value, line, i);
        for (int k = 0; k < 4; ++k) {
            [[unroll]] for (int lane = 0; lane < 4; ++lane) {
                sums[lane] = sum_of(sums[lane], vec2(steps[k][lane], 0));
                steps[k][lane] = sums[lane].x;
            }
        }
        finish_steps(line, i, steps);
    }
}

void compute_block() {
    begin_block();
    const int line = 4 * int(gl_GlobalInvocationID.x);
    if (line < (parameters().rows != 0 ? launch.height : launch.width)) {
        if (kernel_shape == gauss) filter_gauss(line);
        if (kernel_shape == smooth_kind) filter_smooth(line);
        if (kernel_shape == sum_kind) filter_sum(line);
    }
    finish_block();
}
