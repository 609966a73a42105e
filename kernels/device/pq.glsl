// SPDX-License-Identifier: BSD-2-Clause
//
// Encodes and decodes PQ (SMPTE ST 2084) by tables (kernels/device/pq_lines.h).

layout(buffer_reference, std430, buffer_reference_align = 8) readonly buffer PqLines {
    uvec2 at[];
};

const int pq_intervals = 1024, pq_decode_lines = 1026;
// 103 << 5: upper bits of the float 2^-24
const int pq_encode_shift = 18, pq_encode_first = 103 << 5;

float on_pq_line(const PqLines lines, const int line, const float x) {
    const vec2 numbers = uintBitsToFloat(lines.at[line]);
    return fma(x, numbers.y, numbers.x);
}

vec4 decoded_pq(const PqLines lines, const vec4 code) {
    vec4 light;
    [[unroll]] for (int i = 0; i < 4; ++i)
        light[i] = on_pq_line(lines, int(code[i] * float(pq_intervals)), code[i]);
    return light;
}

// Encodes light as PQ. `light` must be at most pq_encode_most. Negative numbers use the first line
// of the table.
vec4 encoded_pq(const PqLines lines, const vec4 light) {
    vec4 code;
    [[unroll]] for (int i = 0; i < 4; ++i) {
        const int place = max(floatBitsToInt(light[i]) >> pq_encode_shift, pq_encode_first);
        code[i] = on_pq_line(lines, pq_decode_lines + place - pq_encode_first, light[i]);
    }
    return code;
}
