// SPDX-License-Identifier: BSD-2-Clause
// Compresses RGBA pictures to BC1. Width and height must be multiples of 4.
#include "tests/bench/patterns/frames.cuh"

namespace tonelift::patterns {
namespace {

struct Color {
    int r;
    int g;
    int b;
};

__device__ __forceinline__ Color color_of(unsigned pixel) {
    return {static_cast<int>(pixel & 255), static_cast<int>(pixel >> 8 & 255),
            static_cast<int>(pixel >> 16 & 255)};
}

__device__ __forceinline__ int scaled(int component, int most) {
    const int rounded = component * most + 128;
    return (rounded + (rounded >> 8)) >> 8;
}

__device__ __forceinline__ unsigned packed_565(const Color& c) {
    return static_cast<unsigned>(scaled(c.r, 31) << 11 | scaled(c.g, 63) << 5 | scaled(c.b, 31));
}

__device__ __forceinline__ Color unpacked_565(unsigned code) {
    const int r = static_cast<int>(code >> 11), g = static_cast<int>(code >> 5 & 63);
    const int b = static_cast<int>(code & 31);
    return {r << 3 | r >> 2, g << 2 | g >> 4, b << 3 | b >> 2};
}

struct Range {
    Color least = {255, 255, 255};
    Color most = {0, 0, 0};

    __device__ __forceinline__ void add(const Color& c) {
        least = {min(least.r, c.r), min(least.g, c.g), min(least.b, c.b)};
        most = {max(most.r, c.r), max(most.g, c.g), max(most.b, c.b)};
    }
    __device__ __forceinline__ unsigned ends() const {
        return packed_565(most) | packed_565(least) << 16;
    }
};

struct Ramp {
    Color from;
    Color way;
    int length;

    __device__ __forceinline__ explicit Ramp(unsigned ends) : from(unpacked_565(ends >> 16)) {
        const Color to = unpacked_565(ends & 0xFFFFu);
        way = {to.r - from.r, to.g - from.g, to.b - from.b};
        length = way.r * way.r + way.g * way.g + way.b * way.b;
    }
    __device__ __forceinline__ unsigned index(const Color& c) const {
        const int along = (c.r - from.r) * way.r + (c.g - from.g) * way.g + (c.b - from.b) * way.b;
        if (6 * along < length) return length == 0 ? 0 : 1;
        if (6 * along < 3 * length) return 3;
        return 6 * along < 5 * length ? 2 : 0;
    }
};

__device__ __forceinline__ unsigned pixel_at(const Frames& in, int x, int y) {
    return row_of<const unsigned>(in, y)[x];
}

}  // namespace

extern "C" __global__ void bc1_ends(const Frames in, const Frames ends) {
    if (own_x() >= ends.width || own_y() >= ends.height) return;
    Range range;
    for (int i = 0; i < 16; ++i)
        range.add(color_of(pixel_at(in, 4 * own_x() + i % 4, 4 * own_y() + i / 4)));
    row_of<unsigned>(ends, own_y())[own_x()] = range.ends();
}

extern "C" __global__ void bc1_indices(const Frames in, const Frames ends, const Frames indices) {
    const int x = own_x();
    const int y = own_y();
    if (x >= in.width || y >= in.height) return;
    const Ramp ramp(pixel_at(ends, x / 4, y / 4));
    row_of<unsigned char>(indices, y)[x] =
        static_cast<unsigned char>(ramp.index(color_of(pixel_at(in, x, y))));
}

extern "C" __global__ void bc1_blocks(const Frames ends, const Frames indices, const Frames out) {
    if (own_x() >= ends.width || own_y() >= ends.height) return;
    unsigned all = 0;
    for (int i = 0; i < 16; ++i) {
        const unsigned index =
            row_of<const unsigned char>(indices, 4 * own_y() + i / 4)[4 * own_x() + i % 4];
        all |= index << (2 * i);
    }
    row_of<uint2>(out, own_y())[own_x()] = make_uint2(pixel_at(ends, own_x(), own_y()), all);
}

extern "C" __global__ void bc1_in_registers(const Frames in, const Frames out) {
    if (4 * own_x() >= in.width || 4 * own_y() >= in.height) return;
    unsigned pixels[16];
    Range range;
#pragma unroll
    for (int y = 0; y < 4; ++y) {
        const uint4 row = row_of<const uint4>(in, 4 * own_y() + y)[own_x()];
        const unsigned four[4] = {row.x, row.y, row.z, row.w};
#pragma unroll
        for (int x = 0; x < 4; ++x) {
            pixels[4 * y + x] = four[x];
            range.add(color_of(four[x]));
        }
    }
    const unsigned ends = range.ends();
    const Ramp ramp(ends);
    unsigned all = 0;
#pragma unroll
    for (int i = 0; i < 16; ++i) all |= ramp.index(color_of(pixels[i])) << (2 * i);
    row_of<uint2>(out, own_y())[own_x()] = make_uint2(ends, all);
}

}  // namespace tonelift::patterns
