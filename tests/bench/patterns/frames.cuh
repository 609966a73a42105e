// SPDX-License-Identifier: BSD-2-Clause
// Functions with which the CUDA kernels of these benchmarks access pixels.
#pragma once

#include "tests/bench/patterns/frames.h"

namespace tonelift::patterns {

template <typename T>
__device__ __forceinline__ T* row_of(const Frames& frames, int y) {
    return reinterpret_cast<T*>(frames.data + blockIdx.z * frames.frame_bytes +
                                static_cast<long long>(y) * frames.pitch);
}

__device__ __forceinline__ int inside(int i, int size) { return min(max(i, 0), size - 1); }

__device__ __forceinline__ int own_x() {
    return static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
}
__device__ __forceinline__ int own_y() {
    return static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
}

extern __shared__ float tile[];

__device__ __forceinline__ int tile_width(int radius) {
    return static_cast<int>(blockDim.x) + 2 * radius;
}
__device__ __forceinline__ int tile_height(int radius) {
    return static_cast<int>(blockDim.y) + 2 * radius;
}

__device__ __forceinline__ void load_rows(const Frames& in, int radius) {
    const int left = static_cast<int>(blockIdx.x * blockDim.x) - radius;
    const int top = static_cast<int>(blockIdx.y * blockDim.y) - radius;
    const int width = tile_width(radius);
    for (int y = threadIdx.y; y < tile_height(radius); y += blockDim.y) {
        const float* row = row_of<const float>(in, inside(top + y, in.height));
        for (int x = threadIdx.x; x < width; x += blockDim.x)
            tile[y * width + x] = row[inside(left + x, in.width)];
    }
    __syncthreads();
}

}  // namespace tonelift::patterns
