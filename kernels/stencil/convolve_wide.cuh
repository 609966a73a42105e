// SPDX-License-Identifier: BSD-2-Clause
//
// Convolutions with any radius. Each thread computes 8 pixels in each of 4 rows.
#pragma once

#include <type_traits>

#include "kernels/device/planes.cuh"
#include "kernels/device/splice_points.cuh"
#include "kernels/stencil/convolve.cuh"
#include "kernels/stencil/stencil_cuda_parameters.h"
#include "kernels/stencil/stencil_cuda_policy.h"
#include "kernels/stencil/used_rows.cuh"

namespace tonelift::cuda {

// Returns the position of a group of 4 pixels in a row of shared memory. Groups with even indices
// come before groups with odd indices. Adjacent threads read groups whose indices differ by 2, so
// with this order they read adjacent memory.
struct EvenFirst {
    int half;
    __device__ __forceinline__ int operator()(int chunk) const {
        return chunk / 2 + chunk % 2 * half;
    }
};

struct RowWeights {
    float of[wide_rows][4];

    __device__ __forceinline__ void load(const float4* from) {
#pragma unroll
        for (int k = 0; k < wide_rows; ++k) spread(__ldg(from + k), of[k]);
    }
};

struct WeightStream {
    const float4* from;
    RowWeights now, next;

    __device__ __forceinline__ explicit WeightStream(const float* weights)
        : from(reinterpret_cast<const float4*>(weights)) {
        now.load(from);
    }
    __device__ __forceinline__ void load_next() {
        from += wide_rows;
        next.load(from);
    }
    __device__ __forceinline__ void advance() { now = next; }
};

struct PixelWindow {
    float chunks[4][4];

    __device__ __forceinline__ void load(int n, const float4& chunk) {
        spread(chunk, chunks[n % 4]);
    }
    __device__ __forceinline__ float of(int n, int pixel) const {
        return chunks[(n + pixel / 4) % 4][pixel % 4];
    }
};

template <int n, int low, int high, class Rows>
__device__ __forceinline__ void add_weights(const RowWeights& weights, const PixelWindow& window,
                                            const Rows& rows, float (&sum)[wide_rows][8]) {
#pragma unroll
    for (int k = 0; k < wide_rows; ++k) {
        if (!uses_row(rows, k)) continue;
#pragma unroll
        for (int tap = low; tap <= high; ++tap) {
#pragma unroll
            for (int p = 0; p < 8; ++p)
                sum[k][p] = fmaf(weights.of[k][tap], window.of(n, tap + p), sum[k][p]);
        }
    }
}

template <int b, class Rows>
__device__ __forceinline__ void add_line(const float4* even, const float4* odd, int a,
                                         WeightStream& weights, const Rows& rows,
                                         float (&sum)[wide_rows][8]) {
    constexpr int first = b > 0 ? 1 : 0;
    constexpr int iterations = std::is_same_v<Rows, AllRows> ? 2 : 1;
    PixelWindow window;
    window.load(0, even[0]);
    window.load(1, odd[0]);
    if constexpr (b > 0) {
        window.load(2, *++even);
        weights.load_next();
        add_weights<0, 4 - b, 3>(weights.now, window, rows, sum);
        weights.advance();
    }
    const float4* two = b > 0 ? odd : even;
    const float4* three = b > 0 ? even : odd;
#pragma unroll iterations
    for (int i = 0; i < a; ++i) {
        window.load(first + 2, *++two);
        weights.load_next();
        add_weights<first, 0, 3>(weights.now, window, rows, sum);
        window.load(first + 3, *++three);
        weights.advance();
        weights.load_next();
        add_weights<first + 1, 0, 3>(weights.now, window, rows, sum);
        weights.advance();
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            window.chunks[first][j] = window.chunks[first + 2][j];
            window.chunks[first + 1][j] = window.chunks[(first + 3) % 4][j];
        }
    }
    if constexpr (b > 0) window.load(first + 2, *++two);
    weights.load_next();
    add_weights<first, 0, b>(weights.now, window, rows, sum);
    weights.advance();
}

template <int b>
__device__ __forceinline__ void convolve_wide(const Launch& launch, const WideParameters& p,
                                              float4* slab) {
    const Entry* frame = frame_of(launch);
    setup(frame, launch.width);
    const int lane = threadIdx.x % 32;
    const int first = threadIdx.x / 32 * wide_rows;
    const int left = chunks_beside(p.radius_x);
    const int chunks = wide_columns / 4 + 2 * left;
    const int x = blockIdx.x * wide_columns;
    const int y = blockIdx.y * stencil_warps * wide_rows;
    const int rows = stencil_warps * wide_rows + 2 * p.radius_y;
    WeightStream weights(launch.constants);
    float sum[wide_rows][8] = {};
#pragma unroll 1
    for (int begin = 0; begin < rows; begin += p.slab) {
        const int end = min(begin + p.slab, rows);
        __syncthreads();
        load_tile<4>(frame, p.value, slab, chunks, end - begin, x - 4 * left,
                     y - p.radius_y + begin, EvenFirst{chunks / 2});
        __syncthreads();
        const int last = min(end, first + wide_rows + 2 * p.radius_y);
#pragma unroll 1
        for (int row = max(begin, first); row < last; ++row) {
            const float4* even = slab + (row - begin) * chunks + lane;
            const float4* odd = even + chunks / 2;
            with_used_rows<wide_rows>(row - first, p.radius_y, [&](const auto& used) {
                add_line<b>(even, odd, p.radius_x / 4, weights, used, sum);
            });
        }
    }
    finish_rows(launch, sum, x + 8 * lane, y + first);
    __syncthreads();
    finish(block_of_frame());
}

}  // namespace tonelift::cuda
