// SPDX-License-Identifier: BSD-2-Clause
//
// Separable convolution on CUDA. A block first convolves columns of device memory into shared
// memory, and then convolves the rows in shared memory.
#pragma once

#include "kernels/device/planes.cuh"
#include "kernels/device/splice_points.cuh"
#include "kernels/stencil/stencil_cuda_parameters.h"
#include "kernels/stencil/stencil_cuda_policy.h"

namespace tonelift::cuda {

constexpr int wide_tile_chunks = wide_tile_columns / 4;
constexpr int tile_height_of_thread = wide_tile_rows * wide_tile_chunks / stencil_threads;
static_assert(tile_height_of_thread == 8, "weights are kept for 8 rows");

// Returns the position of a group of 4 pixels in a row of shared memory. Groups with even indices
// come before groups with odd indices. Adjacent threads read groups whose indices differ by 2, so
// with this order they read adjacent memory.
__device__ __forceinline__ int chunk_place(int chunk) {
    return chunk / 2 + chunk % 2 * (wide_tile_chunks / 2);
}

struct SlidingWeights {
    const float4* next;
    float w[12];

    __device__ __forceinline__ explicit SlidingWeights(const float* padded)
        : next(reinterpret_cast<const float4*>(padded) + 2) {
        spread(__ldg(next - 2), w + 4);
        spread(__ldg(next - 1), w + 8);
    }
    __device__ __forceinline__ void advance() {
#pragma unroll
        for (int i = 0; i < 8; ++i) w[i] = w[i + 4];
        spread(__ldg(next++), w + 8);
    }
    __device__ __forceinline__ float of(int input, int output) const {
        return w[8 + input - output];
    }
};

template <class Reader>
__device__ __forceinline__ void convolve_down(const Reader& plane, const float* weights, int radius,
                                              int x, int y, float4* tile) {
    float sum[8][4] = {};
    SlidingWeights w(weights);
#pragma unroll 1
    for (int row = 0; row < 8 + 2 * radius; row += 4) {
        float v[4][4];
#pragma unroll
        for (int i = 0; i < 4; ++i) spread(plane.four(plane.row(y - radius + row + i), x), v[i]);
        w.advance();
#pragma unroll
        for (int i = 0; i < 4; ++i) {
#pragma unroll
            for (int k = 0; k < 8; ++k) {
#pragma unroll
                for (int p = 0; p < 4; ++p) sum[k][p] = fmaf(w.of(i, k), v[i][p], sum[k][p]);
            }
        }
    }
#pragma unroll
    for (int k = 0; k < 8; ++k)
        tile[k * wide_tile_chunks] = make_float4(sum[k][0], sum[k][1], sum[k][2], sum[k][3]);
}

__device__ __forceinline__ void convolve_across(const float4* row, int apart, int chunk, int chunks,
                                                const float* weights, float (&sum)[2][8]) {
    SlidingWeights w(weights);
#pragma unroll 1
    for (int i = 0; i < chunks; ++i) {
        w.advance();
        const int place = chunk_place(chunk + i);
#pragma unroll
        for (int k = 0; k < 2; ++k) {
            float v[4];
            spread(row[k * apart * wide_tile_chunks + place], v);
#pragma unroll
            for (int j = 0; j < 4; ++j) {
#pragma unroll
                for (int p = 0; p < 8; ++p) sum[k][p] = fmaf(w.of(j, p), v[j], sum[k][p]);
            }
        }
    }
}

__device__ __forceinline__ void finish_wide_tile(const Launch& launch, const SeparableParameters& p,
                                                 const float4* tile, int x0, int y0) {
    const int left = (wide_tile_columns - p.columns) / 2;
    const int reach = chunks_beside(p.radius_x);
    const int chunks = (8 + 4 * reach + p.radius_x + 3) / 4;
    const int across = p.columns / 8;
#pragma unroll 1
    for (int i = threadIdx.x; i < wide_tile_rows / 2 * across; i += stencil_threads) {
        const int row = i / across;
        const int x = 8 * (i - row * across);
        if (x0 + x >= launch.width) continue;
        float sum[2][8] = {};
        convolve_across(tile + row * wide_tile_chunks, wide_tile_rows / 2, (x + left) / 4 - reach,
                        chunks, launch.constants + p.across, sum);
#pragma unroll 1
        for (int k = 0; k < 2; ++k) {
            const int y = y0 + row + k * (wide_tile_rows / 2);
            if (y < launch.height) epilogue(sum[0], x0 + x, y, 1);
#pragma unroll
            for (int j = 0; j < 8; ++j) sum[0][j] = sum[1][j];
        }
    }
}

__device__ __forceinline__ void convolve_separably(const Launch& launch,
                                                   const SeparableParameters& p) {
    __shared__ float4 tile[wide_tile_rows * wide_tile_chunks];
    const Entry* frame = frame_of(launch);
    setup(frame, launch.width);
    const int chunk = threadIdx.x % wide_tile_chunks;
    const int first = threadIdx.x / wide_tile_chunks * 8;
    const int x = blockIdx.x * p.columns;
    const int y = blockIdx.y * wide_tile_rows;
    const int column = x - (wide_tile_columns - p.columns) / 2 + 4 * chunk;
    float4* to = tile + first * wide_tile_chunks + chunk_place(chunk);
    with_reader(PlaneView(frame, p.value), [&](const auto& reader) {
        convolve_down(reader, launch.constants, p.radius_y, column, y + first, to);
    });
    __syncthreads();
    finish_wide_tile(launch, p, tile, x, y);
    __syncthreads();
    finish(block_of_frame());
}

}  // namespace tonelift::cuda
