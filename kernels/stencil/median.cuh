// SPDX-License-Identifier: BSD-2-Clause
//
// The median of a neighborhood, exact for any floats: in registers for 3x3 and 5x5, by halving an
// interval of values for any other.
#pragma once

#include "kernels/cuda/device.cuh"
#include "kernels/cuda/planes.cuh"
#include "kernels/stencil/stencil_cuda_parameters.h"
#include "kernels/stencil/stencil_cuda_policy.h"

namespace tonelift::cuda {

__device__ __forceinline__ void exchange(float& low, float& high) {
    const float smaller = fminf(low, high);
    high = fmaxf(low, high);
    low = smaller;
}

// Of half of all values and two more, neither the smallest nor the largest can be the median: both
// are dropped and the next value comes in, until three are left. v holds n values, load(i) gives
// the i-th of `count`.
template <int n, int count, class Load>
__device__ __forceinline__ float forgetful_median(float* v, const Load& load) {
#pragma unroll
    for (int i = 0; i < n / 2; ++i) exchange(v[i], v[n - 1 - i]);
#pragma unroll
    for (int i = 1; i < (n + 1) / 2; ++i) exchange(v[0], v[i]);
#pragma unroll
    for (int i = n / 2; i < n - 1; ++i) exchange(v[i], v[n - 1]);
    if constexpr (n == 3) {
        return v[1];
    } else {
        v[0] = load(count - n + 3);
        return forgetful_median<n - 1, count>(v, load);
    }
}

template <int side>
__device__ __forceinline__ float median_of_square(const float (&v)[side][12], int column) {
    constexpr int count = side * side;
    constexpr int held = count / 2 + 2;
    const auto load = [&](int i) { return v[i / side][column + i % side]; };
    float kept[held];
#pragma unroll
    for (int i = 0; i < held; ++i) kept[i] = load(i);
    return forgetful_median<held, count>(kept, load);
}

// A thread makes 4 pixels of one row.
template <int radius>
__device__ __forceinline__ void median_small(const Launch& launch, const MedianParameters& p) {
    constexpr int side = 2 * radius + 1;
    constexpr int chunks = tile_columns / 4 + 2;
    __shared__ float4 tile[(stencil_warps + 2 * radius) * chunks];
    const Entry* frame = frame_of(launch);
    setup(frame, launch.width);
    const int lane = threadIdx.x % 32;
    const int row = threadIdx.x / 32;
    const int x = blockIdx.x * tile_columns;
    const int y = blockIdx.y * stencil_warps;
    load_tile(PlaneReader(frame, p.value), tile, chunks, stencil_warps + 2 * radius, x - 4,
              y - radius);
    __syncthreads();
    float v[side][12];
#pragma unroll
    for (int i = 0; i < side; ++i) {
#pragma unroll
        for (int j = 0; j < 3; ++j) spread(tile[(row + i) * chunks + lane + j], v[i] + 4 * j);
    }
    float result[1][4];
#pragma unroll
    for (int pixel = 0; pixel < 4; ++pixel)
        result[0][pixel] = median_of_square<side>(v, pixel + 4 - radius);
    finish_rows(launch, result, x + 4 * lane, y + row);
    __syncthreads();
    finish(block_of_frame());
}

// Keys are ordered as the values are.
__device__ __forceinline__ unsigned sortable_key(float value) {
    const unsigned bits = __float_as_uint(value);
    return (bits & 0x80000000u) != 0 ? ~bits : bits | 0x80000000u;
}
__device__ __forceinline__ float value_of_key(unsigned key) {
    return __uint_as_float((key & 0x80000000u) != 0 ? key & 0x7FFFFFFFu : ~key);
}

template <class Visit>
__device__ __forceinline__ void each_key(const unsigned* corner, int pitch, int across, int down,
                                         const Visit& visit) {
#pragma unroll 1
    for (int row = 0; row < down; ++row) {
#pragma unroll 4
        for (int i = 0; i < across; ++i) visit(corner[row * pitch + i]);
    }
}

// Halves the interval that the median is in; its ends are always keys of the neighborhood, so few
// steps are needed where values are few.
__device__ __forceinline__ unsigned select_middle(const unsigned* corner, int pitch, int across,
                                                  int down) {
    unsigned low = 0xFFFFFFFFu;
    unsigned high = 0;
    each_key(corner, pitch, across, down, [&](unsigned key) {
        low = min(low, key);
        high = max(high, key);
    });
#pragma unroll 1
    while (low < high) {
        const unsigned middle = low + (high - low) / 2;
        unsigned below = low;   // the largest key up to the middle
        unsigned above = high;  // the smallest key beyond
        int count = 0;
        each_key(corner, pitch, across, down, [&](unsigned key) {
            if (key <= middle) {
                ++count;
                below = max(below, key);
            } else {
                above = min(above, key);
            }
        });
        if (count > across * down / 2) {
            high = below;
        } else {
            low = above;
        }
    }
    return low;
}

__device__ __forceinline__ void load_keys(const PlaneReader& plane, unsigned* keys, int pitch,
                                          int rows, int x, int y) {
    for (int i = threadIdx.x; i < rows * pitch; i += stencil_threads) {
        const int row = i / pitch;
        keys[i] = sortable_key(plane.at(plane.row(y + row), x + i - row * pitch));
    }
}

// A warp makes rows of 32 pixels, each lane one; the results are handed on as chunks.
__device__ __forceinline__ void median_any(const Launch& launch, const MedianParameters& p,
                                           unsigned* keys) {
    __shared__ float result[median_side][median_side];
    const Entry* frame = frame_of(launch);
    setup(frame, launch.width);
    const int x = blockIdx.x * median_side;
    const int y = blockIdx.y * median_side;
    const int pitch = median_side + 2 * p.radius_x;
    load_keys(PlaneReader(frame, p.value), keys, pitch, median_side + 2 * p.radius_y,
              x - p.radius_x, y - p.radius_y);
    __syncthreads();
    const int lane = threadIdx.x % 32;
#pragma unroll 1
    for (int row = threadIdx.x / 32; row < median_side; row += stencil_warps)
        result[row][lane] = value_of_key(select_middle(keys + row * pitch + lane, pitch,
                                                       2 * p.radius_x + 1, 2 * p.radius_y + 1));
    __syncthreads();
    const int row = threadIdx.x / 8;
    const int column = threadIdx.x % 8 * 4;
    float chunk[1][4];
#pragma unroll
    for (int i = 0; i < 4; ++i) chunk[0][i] = result[row][column + i];
    finish_rows(launch, chunk, x + column, y + row);
    __syncthreads();
    finish(block_of_frame());
}

}  // namespace tonelift::cuda
