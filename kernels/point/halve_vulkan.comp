// SPDX-License-Identifier: BSD-2-Clause
//
// Computes one or two planes, and halves their width and height.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "kernels/device/splice_points.glsl"

mat2x4 prologue_at(const int x, const int y) {
    const bool inside = x < launch.width;
    return prologue(ivec3(inside ? x : launch.width - 4, y, inside ? 1 : 0));
}

vec2 halved(const vec4 rows) { return 0.25 * (rows.xz + rows.yw); }

void compute_block() {
    begin_block();
    const int x = 4 * int(gl_GlobalInvocationID.x), y = int(gl_GlobalInvocationID.y);
    if (2 * x < launch.width && 2 * y < launch.height) {
        mat2x4 left = mat2x4(0), right = mat2x4(0);
        // The loop is not unrolled, because otherwise the shader would contain four copies of the
        // program, which can be long.
        [[dont_unroll]] for (int i = 0; i < 4; ++i) {
            const mat2x4 made = prologue_at(2 * x + 4 * (i & 1), 2 * y + (i >> 1));
            left += (i & 1) == 0 ? made : mat2x4(0);
            right += (i & 1) == 1 ? made : mat2x4(0);
        }
        grid_width = launch.width / 2;
        epilogue(mat3x4(halved(left[0]), halved(right[0]), halved(left[1]), halved(right[1]),
                        vec4(0)),
                 ivec3(x, y, 1));
    }
    finish_block();
}
