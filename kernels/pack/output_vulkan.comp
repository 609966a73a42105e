// SPDX-License-Identifier: BSD-2-Clause
//
// Writes the output frame in any pixel format.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "kernels/device/splice_points.glsl"

// The CPU code in output_vulkan.cpp writes these parameters with the same memory layout.
layout(buffer_reference, std430, buffer_reference_align = 4) readonly buffer Parameters {
    int rows;   // rows per invocation, an even number
    int lanes;
};

// Specialization constants. The code generator sets them by name from the structs Component and
// CodeRange.
TONELIFT_COMPONENTS(int, output_plane, 300)
TONELIFT_COMPONENTS(int, output_step, 304)
TONELIFT_COMPONENTS(int, output_offset, 308)
TONELIFT_COMPONENTS(float, output_scale, 312)
TONELIFT_COMPONENTS(float, output_lowest, 316)
TONELIFT_COMPONENTS(float, output_highest, 320)
layout(constant_id = 324) const int output_sample = 0;
layout(constant_id = 325) const int output_shift = 0;
layout(constant_id = 326) const int output_chroma_w = 0;
layout(constant_id = 327) const int output_chroma_h = 0;
layout(constant_id = 328) const int output_chroma_x = 0;
layout(constant_id = 329) const int output_chroma_y = 0;
layout(constant_id = 330) const int output_woven = 0;

const int columns = 8, noise_period = 64, entry_output = 4;
const bool reaches_left = output_chroma_w > 0 && output_chroma_x == 0;
const bool shares_words = output_sample == sample_u10x3;
const uint block_size = gl_WorkGroupSize.x * gl_WorkGroupSize.y;

shared vec2 last_chroma[block_size];
shared uint shared_samples[shares_words ? block_size * 2 * columns : 1];

bool is_present(const int c) { return output_plane(c) >= 0; }
bool is_narrow(const int c) { return is_chroma(c) && output_chroma_w + output_chroma_h > 0; }

uvec4 samples_of(const int c, const int x, const int y, const vec4 number) {
    if (output_sample == sample_f32) return floatBitsToUint(number);
    const int row = c * noise_period + (y & (noise_period - 1));
    const int at = row * noise_period + (x & (noise_period - 1));
    const vec4 offset = Floats4(launch.constants).at[at >> 2];
    const vec4 code = clamp(fma(number, vec4(output_scale(c)), offset), output_lowest(c),
                            output_highest(c));
    // Adding 2^23 rounds the code to an integer. The lowest bits of the mantissa are then this
    // integer.
    return (floatBitsToUint(code + 8388608.0) & 0xffffu) << output_shift;
}

// -------------------------------------------------------------------------------------------------
// Functions that pack adjacent samples into words of 32 bits, and store them.

uint samples[4 * 4];

void place_samples(const int first, const int step_size, const uvec4 made) {
    [[unroll]] for (int i = 0; i < 4; ++i) samples[first + i * step_size] = made[i];
}

void store_samples(const int plane, const int first, const int y, const int count) {
    const Entry to = entry(entry_output + plane);
    const int samples_log2 = output_sample == sample_u8 ? 2 : output_sample == sample_u16 ? 1 : 0;
    const int bits = output_sample == sample_u8 ? 8 : 16;
    const int start = y * (to.pitch >> 2) + (first >> samples_log2);
    [[unroll]] for (int word = 0; word < 16; ++word) {
        if (word >= count >> samples_log2) break;
        uint value = samples[word << samples_log2];
        [[unroll]] for (int i = 1; i < 1 << samples_log2; ++i)
            value |= samples[(word << samples_log2) + i] << bits * i;
        Words(to.address).at[start + word] = value;
    }
}

void store_full(const int x, const int y, const mat4 numbers) {
    if (output_step(0) > 1) {
        const uint none = output_sample == sample_u8 ? 0xffu : 0xffffu;
        [[unroll]] for (int i = 0; i < 16; ++i) samples[i] = none;
        [[unroll]] for (int c = 0; c < 4; ++c) {
            if (is_present(c))
                place_samples(output_offset(c), output_step(0), samples_of(c, x, y, numbers[c]));
        }
        store_samples(output_plane(0), x * output_step(0), y, 4 * output_step(0));
        return;
    }
    [[unroll]] for (int c = 0; c < 4; ++c) {
        if (!is_present(c) || is_narrow(c)) continue;
        place_samples(0, 1, samples_of(c, x, y, numbers[c]));
        store_samples(output_plane(c), x, y, 4);
    }
}

void store_chroma(const int x, const int y, const mat2x4 chroma) {
    const uvec4 blue = samples_of(1, x, y, chroma[0]), red = samples_of(2, x, y, chroma[1]);
    place_samples(output_offset(1), output_step(1), blue);
    if (output_plane(1) == output_plane(2)) {
        place_samples(output_offset(2), output_step(2), red);
        store_samples(output_plane(1), 2 * x, y, 8);
        return;
    }
    store_samples(output_plane(1), x, y, 4);
    place_samples(0, 1, red);
    store_samples(output_plane(2), x, y, 4);
}

void store_woven(const int x, const int y, const vec4 luma[2], const mat2x4 chroma,
                 const bool own) {
    const uvec4 blue = samples_of(1, x >> 1, y, chroma[0]);
    const uvec4 red = samples_of(2, x >> 1, y, chroma[1]);
    [[unroll]] for (int part = 0; part < 2; ++part) {
        place_samples(output_offset(0), 2, samples_of(0, x + 4 * part, y, luma[part]));
        [[unroll]] for (int i = 0; i < 2; ++i) {
            samples[4 * i + output_offset(1)] = blue[2 * part + i];
            samples[4 * i + output_offset(2)] = red[2 * part + i];
        }
        if (!shares_words) {
            if (own) store_samples(0, 2 * x + 8 * part, y, 8);
            continue;
        }
        const uint first = 2 * columns * gl_LocalInvocationIndex + 8 * part;
        [[unroll]] for (int i = 0; i < 8; ++i) {
            const bool inside = x + 4 * part + i / 4 * 2 < launch.width;
            shared_samples[first + i] = inside ? samples[i] & 0x3ffu : 0;
        }
    }
}

// Writes pixels of formats with three samples per 32-bit word. All invocations must call this
// function, because it contains a barrier.
void store_shared(const int first_column, const int y, const bool own_row) {
    barrier();
    const uint row = gl_LocalInvocationID.y * gl_WorkGroupSize.x;
    const uint from = 2 * columns * (row + (reaches_left ? 1 : 0));
    const int words = 2 * columns * Parameters(launch.parameters).lanes / 3;
    const Entry to = entry(entry_output);
    const int start = 2 * first_column / 3, end = (launch.width + 5) / 6 * 4;
    for (int word = int(gl_LocalInvocationID.x); word < words; word += int(gl_WorkGroupSize.x)) {
        const uint at = from + 3 * word;
        if (own_row && start + word < end) {
            Words(to.address).at[y * (to.pitch >> 2) + start + word] =
                shared_samples[at] | shared_samples[at + 1] << 10 | shared_samples[at + 2] << 20;
        }
    }
    barrier();
}

// -------------------------------------------------------------------------------------------------
// Functions that subsample chroma.

vec4 repeat_edge(const int x, vec4 number) {
    [[unroll]] for (int i = 1; i < 4; ++i) {
        if (x + i >= launch.width) number[i] = number[i - 1];
    }
    return number;
}

vec4 half_row(const int x, const vec4 first, const vec4 second) {
    const float scale = reaches_left ? 0.25 : 0.5, left = reaches_left ? 1.0 : 0.0;
    const float even = 1 + left, at_edge = x == 0 ? even + left : even;
    return scale * vec4(at_edge * first.x + first.y, left * first.y + even * first.z + first.w,
                        left * first.w + even * second.x + second.y,
                        left * second.y + even * second.z + second.w);
}

struct OutputStrip {
    int x;
    int begin;
    int end;
    bool own;
};

struct StripRow {
    vec4 luma[2];
    mat2x4 chroma[2];
};

StripRow output_columns(const OutputStrip strip, const int y, const bool own) {
    const int last = (launch.width - 1) & ~3;
    StripRow made;
    // The loop is not unrolled, because otherwise the shader would contain two copies of the
    // program, which is long.
    [[dont_unroll]] for (int part = 0; part < 2; ++part) {
        const int x = strip.x + 4 * part;
        const bool inside = x >= 0 && x < launch.width;
        const int at = inside ? x : last;
        const mat4 numbers = output_color(ivec3(at, y, own && inside ? 1 : 0));
        if (own && inside && output_woven == 0) store_full(x, y, numbers);
        vec4 luma = numbers[0];
        mat2x4 chroma = mat2x4(numbers[1], numbers[2]);
        if (at + 3 >= launch.width) {
            luma = repeat_edge(at, luma);
            chroma = mat2x4(repeat_edge(at, chroma[0]), repeat_edge(at, chroma[1]));
        }
        if (part == 0) {
            made.luma[0] = luma;
            made.chroma[0] = chroma;
        }
        made.luma[1] = inside ? luma : luma.wwww;
        made.chroma[1] = inside ? chroma : mat2x4(chroma[0].wwww, chroma[1].wwww);
    }
    return made;
}

mat2x4 output_row(const OutputStrip strip, const int row) {
    const int y = clamp(row, 0, launch.height - 1);
    const bool own = strip.own && row >= strip.begin && row < strip.end;
    const StripRow made = output_columns(strip, y, own);
    if (output_chroma_w + output_chroma_h == 0) return made.chroma[0];
    mat2x4 chroma = mat2x4(half_row(strip.x, made.chroma[0][0], made.chroma[1][0]),
                           half_row(strip.x, made.chroma[0][1], made.chroma[1][1]));
    if (reaches_left) {
        const uint index = gl_LocalInvocationIndex;
        last_chroma[index] = vec2(made.chroma[1][0].w, made.chroma[1][1].w);
        barrier();
        const bool has_left = strip.x > 0 && gl_LocalInvocationID.x > 0;
        const vec2 left = has_left ? last_chroma[index - 1] : vec2(0);
        chroma[0].x += 0.25 * left.x;
        chroma[1].x += 0.25 * left.y;
        barrier();
    }
    if (output_woven != 0) {
        store_woven(strip.x, y, made.luma, chroma, own);
        const int lane = int(gl_LocalInvocationID.x) - (reaches_left ? 1 : 0);
        if (shares_words)
            store_shared(strip.x - columns * lane, y, row >= strip.begin && row < strip.end);
    }
    return chroma;
}

void output_rows(const OutputStrip strip, const int rows) {
    const bool halves_rows = output_chroma_h > 0, sited = halves_rows && output_chroma_y != 1;
    const int first = strip.begin - (sited && output_chroma_y == 0 ? 1 : 0);
    mat2x4 sum = mat2x4(0);
    [[dont_unroll]] for (int row = 0; row < (sited ? rows + 1 : rows); ++row) {
        const mat2x4 chroma = output_row(strip, first + row);
        if (output_chroma_w == 0 || output_woven != 0) continue;
        const bool is_odd = row % 2 == 1;
        sum += (!halves_rows ? 1.0 : sited && !is_odd ? 0.25 : 0.5) * chroma;
        if (halves_rows && (sited ? row == 0 || is_odd : !is_odd)) continue;
        const int chroma_row = halves_rows ? (strip.begin + row - 1) >> 1 : strip.begin + row;
        const int luma_row = halves_rows ? 2 * chroma_row : chroma_row;
        if (strip.own && luma_row < strip.end) store_chroma(strip.x >> 1, chroma_row, sum);
        sum = sited ? 0.25 * chroma : mat2x4(0);
    }
}

void compute_block() {
    begin_block();
    Parameters p = Parameters(launch.parameters);
    const int lane = int(gl_LocalInvocationID.x) - (reaches_left ? 1 : 0);
    OutputStrip strip;
    strip.x = columns * (int(gl_WorkGroupID.x) * p.lanes + lane);
    strip.begin = int(gl_WorkGroupID.y * gl_WorkGroupSize.y + gl_LocalInvocationID.y) * p.rows;
    strip.end = min(strip.begin + p.rows, launch.height);
    strip.own = lane >= 0 && lane < p.lanes && strip.x < launch.width;
    output_rows(strip, p.rows);
    finish_block();
}
