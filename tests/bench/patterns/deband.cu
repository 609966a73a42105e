// SPDX-License-Identifier: BSD-2-Clause
// Removes bands from 8-bit RGBA. If the four neighbors at a random offset are all similar to the
// pixel, their mean replaces the pixel.
#include "tests/bench/patterns/frames.cuh"

namespace tonelift::patterns {
namespace {

struct Place {
    int x;
    int y;
};

__device__ __forceinline__ Place random_place(int x, int y, int radius) {
    unsigned hash = static_cast<unsigned>(y) * 65536u + static_cast<unsigned>(x);
    hash = (hash ^ (hash >> 16)) * 0x7FEB352Du;
    hash = (hash ^ (hash >> 15)) * 0x846CA68Bu;
    hash ^= hash >> 16;
    const unsigned places = 2 * static_cast<unsigned>(radius) + 1;
    return {static_cast<int>((hash & 0xFFFFu) * places >> 16) - radius,
            static_cast<int>((hash >> 16) * places >> 16) - radius};
}

__device__ __forceinline__ unsigned char flattened(int own, int a, int b, int c, int d,
                                                   int threshold) {
    const int farthest = max(max(abs(a - own), abs(b - own)), max(abs(c - own), abs(d - own)));
    return static_cast<unsigned char>(farthest <= threshold ? (a + b + c + d + 2) / 4 : own);
}

struct Bytes {
    unsigned char* at;

    __device__ __forceinline__ explicit Bytes(unsigned char* pixel) : at(pixel) {}
    __device__ __forceinline__ uchar4 get() const {
        return make_uchar4(at[0], at[1], at[2], at[3]);
    }
    __device__ __forceinline__ void set(const uchar4& value) const {
        at[0] = value.x;
        at[1] = value.y;
        at[2] = value.z;
        at[3] = value.w;
    }
};

struct Packed {
    uchar4* at;

    __device__ __forceinline__ explicit Packed(unsigned char* pixel)
        : at(reinterpret_cast<uchar4*>(pixel)) {}
    __device__ __forceinline__ uchar4 get() const { return *at; }
    __device__ __forceinline__ void set(const uchar4& value) const { *at = value; }
};

template <class Pixel>
__device__ __forceinline__ Pixel pixel_at(const Frames& frames, int x, int y) {
    return Pixel(row_of<unsigned char>(frames, inside(y, frames.height)) +
                 4 * inside(x, frames.width));
}

template <class Pixel>
__device__ __forceinline__ void deband(const Frames& in, const Frames& out, const Deband& of) {
    const int x = own_x();
    const int y = own_y();
    if (x >= in.width || y >= in.height) return;
    const Place to = random_place(x, y, of.radius);
    const uchar4 own = pixel_at<Pixel>(in, x, y).get();
    const uchar4 a = pixel_at<Pixel>(in, x + to.x, y + to.y).get();
    const uchar4 b = pixel_at<Pixel>(in, x - to.y, y + to.x).get();
    const uchar4 c = pixel_at<Pixel>(in, x - to.x, y - to.y).get();
    const uchar4 d = pixel_at<Pixel>(in, x + to.y, y - to.x).get();
    pixel_at<Pixel>(out, x, y).set(make_uchar4(flattened(own.x, a.x, b.x, c.x, d.x, of.threshold),
                                               flattened(own.y, a.y, b.y, c.y, d.y, of.threshold),
                                               flattened(own.z, a.z, b.z, c.z, d.z, of.threshold),
                                               flattened(own.w, a.w, b.w, c.w, d.w, of.threshold)));
}

}  // namespace

extern "C" __global__ void deband_bytes(const Frames in, const Frames out, const Deband of) {
    deband<Bytes>(in, out, of);
}

extern "C" __global__ void deband_packed(const Frames in, const Frames out, const Deband of) {
    deband<Packed>(in, out, of);
}

}  // namespace tonelift::patterns
