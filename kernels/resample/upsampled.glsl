// SPDX-License-Identifier: BSD-2-Clause
//
// Upsamples a plane by 2 or 4 while a program reads the plane.

struct Square {
    vec4 value;  // pixels: top left, top right, bottom left, bottom right
    vec4 guide;
};

float mean_of(const vec4 square, const vec2 part) {
    const vec2 rows = square.xy + part.y * (square.zw - square.xy);
    return rows.x + part.x * (rows.y - rows.x);
}

// Returns the slope of the linear regression of the values over the guides, for four neighboring
// pixels.
float joint_slope(const Square square, const float epsilon, const float steepest) {
    const vec4 g = square.guide, v = square.value;
    const vec4 off = g - 0.25 * ((g.x + g.y) + (g.z + g.w));
    const float variance = dot(off, off) + 4.0 * epsilon;
    const float covariance = off.y * (v.y - v.x) + off.z * (v.z - v.x) + off.w * (v.w - v.x);
    return clamp(covariance / variance, -steepest, steepest);
}

// Returns bounds of the upsampled values between four neighboring pixels.
vec2 joint_bounds(const vec4 v, const float overshoot) {
    return vec2(min(min(v.x, v.y), min(v.z, v.w)) - overshoot,
                max(max(v.x, v.y), max(v.z, v.w)) + overshoot);
}

vec4 four_pixels(const Entry plane, const int storage, const int first, const int row,
                 const int last) {
    const int start = row * (plane.pitch >> 2);
    vec4 v;
    if (storage == storage_float32) {
        [[unroll]] for (int i = 0; i < 4; ++i)
            v[i] = uintBitsToFloat(Words(plane.address).at[start + clamp(first + i, 0, last)]);
        return v;
    }
    const int word = first >> 1, end = last >> 1;
    const uint a = Words(plane.address).at[start + max(word, 0)];
    const uint b = Words(plane.address).at[start + min(word + 1, end)];
    const uint c = Words(plane.address).at[start + min(word + 2, end)];
    const bool even = (first & 1) == 0;
    v = unit_of(even ? uvec2(a, b) : uvec2(a >> 16 | b << 16, b >> 16 | c << 16));
    if (first < 0) v.x = v.y;
    if (first + 3 > last) {
        if (first + 1 > last) v.y = v.x;
        if (first + 2 > last) v.z = v.y;
        v.w = v.z;
    }
    return v;
}

struct RowPair {
    vec4 above;
    vec4 below;
};

RowPair rows_around(const int index, const int storage, const ivec3 place, const ivec2 last) {
    const Entry plane = entry(index);
    return RowPair(four_pixels(plane, storage, place.x, place.y, last.x),
                   four_pixels(plane, storage, place.x, place.z, last.x));
}

vec4 before_pixels(const vec4 samples, const int ratio) {
    return ratio == 2 ? samples.xyyz : samples.xxyy;
}
vec4 after_pixels(const vec4 samples, const int ratio) {
    return ratio == 2 ? samples.yzzw : samples.yyzz;
}

vec4 means_of(const RowPair rows, const float down, const int ratio) {
    const vec4 across = ratio == 2 ? vec4(0.75, 0.25, 0.75, 0.25)
                                   : vec4(0.625, 0.875, 0.125, 0.375);
    const vec4 samples = rows.above + down * (rows.below - rows.above);
    const vec4 before = before_pixels(samples, ratio);
    return before + across * (after_pixels(samples, ratio) - before);
}

// Returns the slopes and the bounds of four pixels. `joint` has the fields of JointLimits.
mat3x4 joint_cells(const RowPair value, const RowPair guide, const vec3 joint, const int ratio) {
    vec4 slopes = vec4(0), least = vec4(0), most = vec4(0);
    [[unroll]] for (int i = 0; i < (ratio == 2 ? 3 : 2); ++i) {
        const Square square = Square(
            vec4(value.above[i], value.above[i + 1], value.below[i], value.below[i + 1]),
            vec4(guide.above[i], guide.above[i + 1], guide.below[i], guide.below[i + 1]));
        slopes[i] = joint_slope(square, joint.x, joint.y);
        const vec2 bounds = joint_bounds(square.value, joint.z);
        least[i] = bounds.x;
        most[i] = bounds.y;
    }
    return mat3x4(before_pixels(slopes, ratio), before_pixels(least, ratio),
                  before_pixels(most, ratio));
}

// Returns the coefficients and the bounds of four pixels. A pixel is result[0] + result[1] * the
// full-size guide. If entries.y is 0 or more, it is limited to result[2] and result[3].
mat4 load_upsampled(const ivec4 entries, const ivec2 size, const int ratio, const vec3 joint,
                      const ivec3 at) {
    const int shift = ratio / 2;
    const ivec2 last = size - 1;
    const int row = at.y - shift;
    const float down = (float(row & (ratio - 1)) + 0.5) / float(ratio);
    const ivec3 place = ivec3((at.x >> shift) - 1, clamp(row >> shift, 0, last.y),
                              clamp((row >> shift) + 1, 0, last.y));
    const RowPair value = rows_around(entries.x, entries.z, place, last);
    const vec4 means = means_of(value, down, ratio);
    if (entries.y < 0) return mat4(means, vec4(0), vec4(0), vec4(0));
    const RowPair guide = rows_around(entries.y, entries.w, place, last);
    const mat3x4 cells = joint_cells(value, guide, joint, ratio);
    return mat4(means - cells[0] * means_of(guide, down, ratio), cells[0], cells[1], cells[2]);
}
