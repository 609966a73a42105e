// SPDX-License-Identifier: BSD-2-Clause
//
// The interface between Vulkan kernels and point programs. Point programs call some of these
// functions, for loads and stores. The other functions are places, which a kernel calls. The body
// of a place is a placeholder, which the emitter replaces by a program of the pass
// (kernels/vulkan/emit/splice.h). The final kernel contains only the functions that it calls.
#extension GL_GOOGLE_include_directive : require
#include "kernels/device/launch.glsl"
#include "kernels/device/planes.glsl"
#include "kernels/device/pq.glsl"
#include "kernels/reduce/reduce.glsl"
#include "kernels/resample/upsampled.glsl"
#include "kernels/unpack/input.glsl"

const int entry_numbers = 8, entry_tables = 9;

float uniform_number(const int index) { return Floats(entry(entry_numbers).address).at[index]; }

// Interpolates a table at positions in [0,1] (kernels/pass.h, curve_entries).
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

// Returns a weight of a gather (Op::load_weight), which is the same for all pixels.
vec4 neighbor_number(const int index) { return vec4(Floats(launch.constants).at[index]); }

vec4 coordinate_x(const ivec3 at) { return float(at.x) + vec4(0.5, 1.5, 2.5, 3.5); }
vec4 coordinate_y(const ivec3 at) { return vec4(float(at.y) + 0.5); }

// Places. The argument `at` is the position of the chunk. at.x is the column of its first pixel, a
// multiple of 4. at.y is the row, which is on the grid. at.z is 1 if the stores and reductions of
// the chunk take effect, else 0. A chunk may extend beyond the last column. Its first pixel is on
// the grid unless at.z is 0.

// Runs the prologue; returns core inputs 0 and 1.
mat2x4 prologue(const ivec3 at) { return mat2x4(0); }
// Runs the epilogue over the core's outputs.
void epilogue(const mat3x4 core, const ivec3 at) {}
// Runs the epilogue of a pass without a core.
void point(const ivec3 at) {}
// Returns the components of the output frame (kernels/pass.h, Picture), before chroma is
// subsampled.
mat4 output_color(const ivec3 at) { return mat4(0); }
// Runs the program of a gather for one neighbor of 4 pixels, and returns the new sums. `there`
// contains the planes at the neighbor; `low` and `high` contain the core inputs at the pixels.
// `number` is the index of the neighbor's first number.
mat3x4 neighbor(const mat3x4 there, const mat4 low, const mat4 high, const mat3x4 sums,
                const int number) {
    return sums;
}
// Begin and finish the reductions of a block. `block` is the number of the block in its frame.
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
