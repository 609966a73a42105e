// SPDX-License-Identifier: BSD-2-Clause
//
// Reads planes from GPU memory as floats. Positions outside a plane give the value of the nearest
// pixel inside.
#pragma once

#include <cstdint>

#include "kernels/device/frame_entries.h"
#include "kernels/device/plane.h"
#include "kernels/device/splice_points.cuh"

namespace tonelift::cuda {

struct PlaneView {
    const unsigned char* base;
    int pitch;
    int storage;
    int width;
    int height;

    __device__ __forceinline__ PlaneView(const Entry* frame, const Plane& plane)
        : base(reinterpret_cast<const unsigned char*>(frame[plane.entry].address)),
          pitch(static_cast<int>(frame[plane.entry].pitch)),
          storage(plane.storage),
          width(plane.width),
          height(plane.height) {}
};

// Returns y * pitch in 64 bits. The inline PTX is a single instruction. For the same product in
// C++, the compiler emits four instructions.
__device__ __forceinline__ long long row_offset(int y, int pitch) {
    long long offset;
    asm("mul.wide.s32 %0, %1, %2;" : "=l"(offset) : "r"(y), "r"(pitch));
    return offset;
}

// Reads samples of 16 bits, or of 32 bits if `wide` is true. Because the size is a template
// parameter, a loop over samples needs no branch. Many reads can therefore be in progress at the
// same time.
template <bool wide>
class SampleReader {
  public:
    __device__ __forceinline__ explicit SampleReader(const PlaneView& plane)
        : base_(plane.base), pitch_(plane.pitch), width_(plane.width), height_(plane.height) {
        __builtin_assume(__isGlobal(base_));
    }

    __device__ __forceinline__ int width() const { return width_; }
    __device__ __forceinline__ int height() const { return height_; }
    __device__ __forceinline__ const unsigned char* row(int y) const {
        return base_ + row_offset(min(max(y, 0), height_ - 1), pitch_);
    }

    __device__ __forceinline__ float at(const unsigned char* row, int x) const {
        x = min(max(x, 0), width_ - 1);
        if constexpr (wide) return reinterpret_cast<const float*>(row)[x];
        return from_code(reinterpret_cast<const uint16_t*>(row)[x]);
    }

    // Returns the pixels x to x + 3. `x` must be a multiple of 4.
    __device__ __forceinline__ float4 four(const unsigned char* row, int x) const {
        const int inside = min(max(x, 0), (width_ - 1) & ~3);
        float4 v = chunk(row, inside);
        const int last = width_ - 1 - inside;
        if (last < 1) v.y = v.x;
        if (last < 2) v.z = v.y;
        if (last < 3) v.w = v.z;
        if (x < 0) v = make_float4(v.x, v.x, v.x, v.x);
        if (x > inside) v = make_float4(v.w, v.w, v.w, v.w);
        return v;
    }

  private:
    __device__ __forceinline__ float4 chunk(const unsigned char* row, int x) const {
        if constexpr (wide) return reinterpret_cast<const float4*>(row)[x / 4];
        const uint2 codes = reinterpret_cast<const uint2*>(row)[x / 4];
        return make_float4(from_code(codes.x & 0xFFFFu), from_code(codes.x >> 16),
                           from_code(codes.y & 0xFFFFu), from_code(codes.y >> 16));
    }
    __device__ __forceinline__ float from_code(unsigned code) const {
        return static_cast<float>(code) * (1.0f / 65535.0f);
    }

    const unsigned char* base_;
    int pitch_;
    int width_;
    int height_;
};

// Returns (biased_code - 2^23) / 65535 by one multiply-add. Its constant 2^23 * (1 / 65535) is
// exact in float, because 2^23 only changes the exponent.
__device__ __forceinline__ float unit_of(float biased_code) {
    return fmaf(biased_code, 1.0f / 65535.0f, -8388608.0f / 65535.0f);
}

class UnormReader {
  public:
    __device__ __forceinline__ explicit UnormReader(const PlaneView& plane)
        : base_(plane.base), pitch_(plane.pitch), width_(plane.width), height_(plane.height) {
        __builtin_assume(__isGlobal(base_));
    }

    __device__ __forceinline__ const uint16_t* row(int y) const {
        return reinterpret_cast<const uint16_t*>(base_ +
                                                 row_offset(min(max(y, 0), height_ - 1), pitch_));
    }
    __device__ __forceinline__ float at(const uint16_t* row, int x) const {
        return value(row[min(max(x, 0), width_ - 1)]);
    }

    // Reads the pixels x to x + 3. `x` must be a multiple of 4 inside the row. Values beyond the
    // row's last pixel are undefined.
    __device__ __forceinline__ void four(const uint16_t* row, int x, float (&v)[4]) const {
        const uint2 codes = reinterpret_cast<const uint2*>(row)[x / 4];
        pair(codes.x, v[0], v[1]);
        pair(codes.y, v[2], v[3]);
    }

    // Reads the pixels x to x + 7. `x` must be a multiple of 8 inside the row. Values beyond the
    // row's last pixel are undefined.
    __device__ __forceinline__ void eight(const uint16_t* row, int x, float (&v)[8]) const {
        const uint4 codes = reinterpret_cast<const uint4*>(row)[x / 8];
        pair(codes.x, v[0], v[1]);
        pair(codes.y, v[2], v[3]);
        pair(codes.z, v[4], v[5]);
        pair(codes.w, v[6], v[7]);
    }

    __device__ __forceinline__ static float value(unsigned code) {
        return unit_of(__uint_as_float(code | 0x4B000000u));
    }
    __device__ __forceinline__ static void pair(unsigned codes, float& first, float& second) {
        first = unit_of(__uint_as_float(__byte_perm(codes, 0x4B000000u, 0x7610)));
        second = unit_of(__uint_as_float(__byte_perm(codes, 0x4B000000u, 0x7632)));
    }

  private:
    const unsigned char* base_;
    int pitch_;
    int width_;
    int height_;
};

template <class Read>
__device__ __forceinline__ void with_reader(const PlaneView& plane, const Read& read) {
    if (plane.storage == plane_float32) {
        read(SampleReader<true>(plane));
    } else {
        read(SampleReader<false>(plane));
    }
}

__device__ __forceinline__ void spread(const float4& from, float* to) {
    to[0] = from.x;
    to[1] = from.y;
    to[2] = from.z;
    to[3] = from.w;
}

}  // namespace tonelift::cuda
