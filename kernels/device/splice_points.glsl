// SPDX-License-Identifier: BSD-2-Clause
//
// The functions by which Vulkan kernels call the programs of a pass, and the functions that these
// programs call.
#extension GL_GOOGLE_include_directive : require
#include "kernels/device/launch.glsl"
#include "kernels/device/planes.glsl"
#include "kernels/device/pq.glsl"
#include "kernels/reduce/reduce.glsl"
#include "kernels/resample/upsampled.glsl"
#include "kernels/unpack/input.glsl"

const int entry_values = 8, entry_tables = 9;

float uniform_value(const int index) { return Floats(entry(entry_values).address).at[index]; }

// Interpolates linearly in the lookup table with the index `table`. Each component of `position` is in [0,1].
vec4 lookup(const int table, const vec4 position) {
    Words2 lines = Words2(entry(entry_tables).address);
    vec4 found;
    [[unroll]] for (int i = 0; i < 4; ++i) {
        const vec2 line = uintBitsToFloat(lines.at[table * 1024 + int(position[i] * 1023.0)]);
        found[i] = fma(position[i], line.y, line.x);
    }
    return found;
}

vec4 pq_light(const vec4 code) { return decoded_pq(PqLines(launch.pq_lines), code); }
vec4 pq_code(const vec4 light) { return encoded_pq(PqLines(launch.pq_lines), light); }

vec4 neighbor_weight(const int index) { return vec4(Floats(launch.constants).at[index]); }

vec4 coordinate_x(const ivec3 at) { return float(at.x) + vec4(0.5, 1.5, 2.5, 3.5); }
vec4 coordinate_y(const ivec3 at) { return vec4(float(at.y) + 0.5); }

// Placeholders whose bodies are replaced by the programs of a pass. They process 4 pixels of row
// at.y, starting at column at.x. If at.z is 0, they store no results.

mat2x4 prologue(const ivec3 at) { return mat2x4(0); }
// Runs the program that follows a filter. `core` contains the filter's results.
void epilogue(const mat3x4 core, const ivec3 at) {}
// Runs the program of a pass without a filter.
void point(const ivec3 at) {}
mat4 output_color(const ivec3 at) { return mat4(0); }
// Adds the contribution of one neighbor to `sums`. `first_weight` is the index of the neighbor's first
// weight.
mat3x4 neighbor(const mat3x4 there, const mat4 low, const mat4 high, const mat3x4 sums,
                const int first_weight) {
    return sums;
}
void begin_reductions() {}
void finish_reductions(const int block) {}

void begin_block() {
    grid_width = launch.width;
    begin_reductions();
    barrier();
}
void finish_block() {
    barrier();
    finish_reductions(block_of_frame());
}
