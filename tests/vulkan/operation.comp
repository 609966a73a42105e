// SPDX-License-Identifier: BSD-2-Clause
// Runs an operation on four sets of operands per shader invocation.
#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference_uvec2 : require
#extension GL_EXT_control_flow_attributes : require
#extension GL_GOOGLE_include_directive : require
#include "kernels/device/pq.glsl"
layout(local_size_x_id = 0, local_size_y_id = 1) in;

layout(buffer_reference, std430, buffer_reference_align = 4) buffer Floats { float at[]; };
layout(push_constant) uniform Push { uvec2 operands; uvec2 results; uvec2 pq_lines; };

vec4 pq_light(const vec4 code) { return decoded_pq(PqLines(pq_lines), code); }
vec4 pq_code(const vec4 light) { return encoded_pq(PqLines(pq_lines), light); }

mat3x4 operation(const mat4 first, const mat4 second) { return mat3x4(0); }

void main() {
    const uint first = 4 * gl_GlobalInvocationID.x;
    mat4 low, high;
    for (int lane = 0; lane < 4; ++lane) {
        for (int i = 0; i < 4; ++i) {
            low[i][lane] = Floats(operands).at[8 * (first + lane) + i];
            high[i][lane] = Floats(operands).at[8 * (first + lane) + 4 + i];
        }
    }
    const mat3x4 made = operation(low, high);
    for (int lane = 0; lane < 4; ++lane) {
        for (int k = 0; k < 3; ++k) Floats(results).at[3 * (first + lane) + k] = made[k][lane];
    }
}
