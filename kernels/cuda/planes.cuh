// SPDX-License-Identifier: BSD-2-Clause
//
// Reading planes as they lie in memory: as floats, the edge repeated beyond the borders.
#pragma once

#include <cstdint>

#include "kernels/cuda/frame_entries.h"
#include "kernels/cuda/plane.h"

namespace tonelift::cuda {

struct PlaneReader {
    const unsigned char* base;
    long long pitch;
    int storage;
    int width;
    int height;

    __device__ __forceinline__ PlaneReader(const Entry* frame, const Plane& plane)
        : base(reinterpret_cast<const unsigned char*>(frame[plane.entry].address)),
          pitch(frame[plane.entry].pitch),
          storage(plane.storage),
          width(plane.width),
          height(plane.height) {
        __builtin_assume(__isGlobal(base));
    }

    __device__ __forceinline__ const unsigned char* row(int y) const {
        return base + min(max(y, 0), height - 1) * pitch;
    }

    __device__ __forceinline__ float at(const unsigned char* row, int x) const {
        x = min(max(x, 0), width - 1);
        if (storage == plane_float32) return reinterpret_cast<const float*>(row)[x];
        const unsigned code = reinterpret_cast<const uint16_t*>(row)[x];
        return storage == plane_unorm16 ? from_unorm16(code) : from_float16(code);
    }

    // Pixels x .. x + 3; x is a multiple of 4. Rows are padded: a chunk that begins inside may be
    // read whole.
    __device__ __forceinline__ float4 four(const unsigned char* row, int x) const {
        const int inside = min(max(x, 0), (width - 1) & ~3);
        float4 v = chunk(row, inside);
        if (x < 0) v = make_float4(v.x, v.x, v.x, v.x);
        const int last = width - 1 - inside;
        if (last < 1) v.y = v.x;
        if (last < 2) v.z = v.y;
        if (last < 3) v.w = v.z;
        if (x > inside) v = make_float4(v.w, v.w, v.w, v.w);
        return v;
    }

  private:
    __device__ __forceinline__ float4 chunk(const unsigned char* row, int x) const {
        if (storage == plane_float32) return reinterpret_cast<const float4*>(row)[x / 4];
        const uint2 codes = reinterpret_cast<const uint2*>(row)[x / 4];
        const unsigned c[4] = {codes.x & 0xFFFFu, codes.x >> 16, codes.y & 0xFFFFu, codes.y >> 16};
        if (storage == plane_unorm16)
            return make_float4(from_unorm16(c[0]), from_unorm16(c[1]), from_unorm16(c[2]),
                               from_unorm16(c[3]));
        return make_float4(from_float16(c[0]), from_float16(c[1]), from_float16(c[2]),
                           from_float16(c[3]));
    }
    static __device__ __forceinline__ float from_unorm16(unsigned code) {
        return static_cast<float>(code) * (1.0f / 65535.0f);
    }
    static __device__ __forceinline__ float from_float16(unsigned code) {
        float value;
        asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(static_cast<uint16_t>(code)));
        return value;
    }
};

__device__ __forceinline__ void spread(const float4& from, float* to) {
    to[0] = from.x;
    to[1] = from.y;
    to[2] = from.z;
    to[3] = from.w;
}

// What the blocks of a frame are numbered by.
__device__ __forceinline__ int block_of_frame() {
    return static_cast<int>(blockIdx.y * gridDim.x + blockIdx.x);
}

}  // namespace tonelift::cuda
