// SPDX-License-Identifier: BSD-2-Clause
//
// A plane at half or a quarter of the size, upsampled while a program reads it (kernels/pass.h,
// Upsampling).

// The four samples around a position, and its weights.
struct Square {
    vec4 value;  // above left, above right, below left, below right
    vec4 guide;
};

float mean_of(const vec4 square, const vec2 part) {
    const vec2 rows = square.xy + part.y * (square.zw - square.xy);
    return rows.x + part.x * (rows.y - rows.x);
}

// The slope of the values over the guides in a square.
float joint_slope(const Square square, const float epsilon, const float steepest) {
    const vec4 g = square.guide, v = square.value;
    const vec4 off = g - 0.25 * ((g.x + g.y) + (g.z + g.w));
    const float variance = dot(off, off) + 4.0 * epsilon;
    const float covariance = off.y * (v.y - v.x) + off.z * (v.z - v.x) + off.w * (v.w - v.x);
    return clamp(covariance / variance, -steepest, steepest);
}

// entries: of value and guide, or -1, and their storages; shape: width, height, ratio of the sizes,
// and 1 if the result is limited to [0,1]; joint: epsilon and steepest slope.
vec4 load_upsampled(const ivec4 entries, const ivec4 shape, const vec2 joint, const ivec3 at,
                    const vec4 fine) {
    const int value = entries.x, guide = entries.y, ratio = shape.z;
    const ivec2 last = shape.xy - 1;
    vec4 result;
    const int row = at.y - ratio / 2;
    const int above = clamp(row >> (ratio / 2), 0, last.y);
    const int below = clamp((row >> (ratio / 2)) + 1, 0, last.y);
    [[unroll]] for (int i = 0; i < 4; ++i) {
        const int column = at.x + i - ratio / 2;
        const int left = clamp(column >> (ratio / 2), 0, last.x);
        const int right = clamp((column >> (ratio / 2)) + 1, 0, last.x);
        const vec2 part = (vec2(column & (ratio - 1), row & (ratio - 1)) + 0.5) / float(ratio);
        Square square;
        square.value = vec4(load_pixel(value, entries.z, ivec2(left, above)),
                            load_pixel(value, entries.z, ivec2(right, above)),
                            load_pixel(value, entries.z, ivec2(left, below)),
                            load_pixel(value, entries.z, ivec2(right, below)));
        result[i] = mean_of(square.value, part);
        if (guide < 0) continue;
        square.guide = vec4(load_pixel(guide, entries.w, ivec2(left, above)),
                            load_pixel(guide, entries.w, ivec2(right, above)),
                            load_pixel(guide, entries.w, ivec2(left, below)),
                            load_pixel(guide, entries.w, ivec2(right, below)));
        const float slope = joint_slope(square, joint.x, joint.y);
        result[i] += slope * (fine[i] - mean_of(square.guide, part));
        if (shape.w != 0) result[i] = clamp(result[i], 0.0, 1.0);
    }
    return result;
}
