// SPDX-License-Identifier: BSD-2-Clause
//
// Scales planes in Vulkan. Integer arithmetic makes the positions of output pixels exact.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "kernels/device/splice_points.glsl"

// Must have the memory layout of ResampleParameters in resample_vulkan.cpp.
layout(buffer_reference, std430, buffer_reference_align = 4) readonly buffer Parameters {
    Plane value;
    Plane guide;
    Plane fine_guide;
    float epsilon;
    float steepest;
    float overshoot;
};

// The lower 3 bits of kernel_shape are the ResampleKind. The upper bits are the ratio of sizes if
// it is 2 or 4, else 0.
const int area = 0, bilinear = 1, joint = 2, flip_x = 3, flip_y = 4, transpose_kind = 5;
const int kind = kernel_shape & 7, ratio = kernel_shape >> 3;

Parameters parameters() { return Parameters(launch.parameters); }

struct Cover {
    int first;
    int count;
    float begin;
    float extent;
};

Cover cover_of(const int at, const int in_size, const int out_size) {
    const int start = at * in_size, end = min(start + in_size, in_size * out_size);
    Cover cover;
    cover.first = start / out_size;
    cover.count = (end + out_size - 1) / out_size - cover.first;
    cover.begin = float(start - cover.first * out_size) / float(out_size);
    cover.extent = float(in_size) / float(out_size);
    return cover;
}

float covered_share(const Cover cover, const int i) {
    return max(min(cover.begin + cover.extent, float(i + 1)) - max(cover.begin, float(i)), 0);
}

float area_pixel(const int x, const int y) {
    const Plane plane = parameters().value;
    const Cover across = cover_of(x, plane.width, launch.width);
    const Cover down = cover_of(y, plane.height, launch.height);
    float sum = 0;
    for (int row = 0; row < down.count; ++row) {
        float part = 0;
        for (int i = 0; i < across.count; ++i)
            part += covered_share(across, i) *
                    pixel_of(plane, across.first + i, down.first + row);
        sum += covered_share(down, row) * part;
    }
    return sum / (across.extent * down.extent);
}

vec4 area_chunk(const int x, const int y) {
    const Plane plane = parameters().value;
    const int last = (plane.width - 1) & ~3;
    vec4 sums = vec4(0);
    [[unroll]] for (int row = 0; row < ratio; ++row) {
        [[unroll]] for (int i = 0; i < ratio; ++i) {
            const ivec3 at = ivec3(min(ratio * x + 4 * i, last), ratio * y + row, 0);
            const vec4 v = load_plane(plane.entry_index, plane.storage, at);
            if (ratio == 4)
                sums[i] += v.x + v.y + v.z + v.w;
            else if (i == 0)
                sums.xy += v.xz + v.yw;
            else
                sums.zw += v.xz + v.yw;
        }
    }
    return sums / float(ratio * ratio);
}

// -------------------------------------------------------------------------------------------------
// The position of an output pixel between the input pixels `low` and `low` + 1. `part` is the
// distance from `low`, from 0 to 1.
struct Between {
    int low;
    float part;
};

Between between_of(const int at, const int in_size, const int out_size) {
    const int position = (2 * at + 1) * in_size - out_size, unit = 2 * out_size;
    Between place;
    place.low = (position + unit) / unit - 1;  // adding unit makes the dividend positive
    place.part = float(position - place.low * unit) / float(unit);
    return place;
}

vec4 corners_of(const Plane plane, const int x, const int y) {
    return vec4(pixel_of(plane, x, y), pixel_of(plane, x + 1, y), pixel_of(plane, x, y + 1),
                pixel_of(plane, x + 1, y + 1));
}

float bilinear_pixel(const int x, const int y) {
    const Plane plane = parameters().value;
    const Between across = between_of(x, plane.width, launch.width);
    const Between down = between_of(y, plane.height, launch.height);
    const vec2 part = vec2(across.part, down.part);
    const vec4 value = corners_of(plane, across.low, down.low);
    if (kind != joint) return mean_of(value, part);
    const Square square = Square(value, corners_of(parameters().guide, across.low, down.low));
    const float slope = joint_slope(square, parameters().epsilon, parameters().steepest);
    const float fine = pixel_of(parameters().fine_guide, x, y);
    const vec2 bounds = joint_bounds(value, parameters().overshoot);
    return clamp(mean_of(value, part) + slope * (fine - mean_of(square.guide, part)), bounds.x,
                 bounds.y);
}

float flipped_pixel(const int x, const int y) {
    const Plane plane = parameters().value;
    if (kind == transpose_kind) return pixel_of(plane, y, x);
    return kind == flip_x ? pixel_of(plane, launch.width - 1 - x, y)
                                  : pixel_of(plane, x, launch.height - 1 - y);
}

float output_pixel(const int x, const int y) {
    if (kind == area) return area_pixel(x, y);
    return kind <= joint ? bilinear_pixel(x, y) : flipped_pixel(x, y);
}

vec4 upsampled_chunk(const int x, const int y) {
    const Plane value = parameters().value, guide = parameters().guide;
    const vec3 limits =
        vec3(parameters().epsilon, parameters().steepest, parameters().overshoot);
    const bool guided = kind == joint;
    const mat4 line = load_upsampled(
        ivec4(value.entry_index, guided ? guide.entry_index : -1, value.storage, guide.storage),
        ivec2(value.width, value.height), ratio, limits, ivec3(x, y, 1));
    if (!guided) return line[0];
    return clamp(fma(line[1], chunk_of(parameters().fine_guide, x, y), line[0]), line[2], line[3]);
}

vec4 output_chunk(const int x, const int y) {
    if (ratio > 0) return kind == area ? area_chunk(x, y) : upsampled_chunk(x, y);
    vec4 made;
    for (int i = 0; i < 4; ++i) made[i] = output_pixel(min(x + i, launch.width - 1), y);
    return made;
}

void compute_block() {
    begin_block();
    const int x = 4 * int(gl_GlobalInvocationID.x), y = int(gl_GlobalInvocationID.y);
    if (x < launch.width && y < launch.height) {
        epilogue(mat3x4(output_chunk(x, y), vec4(0), vec4(0)), ivec3(x, y, 1));
    }
    finish_block();
}
