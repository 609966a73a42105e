// SPDX-License-Identifier: BSD-2-Clause
//
// Convolutions over squares with a radius of at most 14 pixels. Convolutions with larger radii are
// in convolve_wide.cuh.
#pragma once

#include "kernels/device/planes.cuh"
#include "kernels/device/splice_points.cuh"
#include "kernels/stencil/stencil_cuda_parameters.h"
#include "kernels/stencil/stencil_cuda_policy.h"

namespace tonelift::cuda {

template <int rows, int pixels>
__device__ __forceinline__ void finish_rows(const Launch& launch, float (&result)[rows][pixels],
                                            int x, int y) {
#pragma unroll 1
    for (int row = 0; row < rows; ++row) {
        if (x < launch.width && y + row < launch.height) epilogue(result[0], x, y + row, 1);
#pragma unroll
        for (int next = 1; next < rows; ++next) {
#pragma unroll
            for (int p = 0; p < pixels; ++p) result[next - 1][p] = result[next][p];
        }
    }
}

struct InOrder {
    __device__ __forceinline__ int operator()(int chunk) const { return chunk; }
};

template <int batch, class Order = InOrder>
__device__ __forceinline__ void load_tile(const Entry* frame, const Plane& plane, float4* tile,
                                          int chunks, int rows, int x, int y,
                                          const Order& order = {}) {
    const int down = stencil_threads / chunks;
    const int across = stencil_threads - down * chunks;
    with_reader(PlaneView(frame, plane), [&](const auto& reader) {
        int row = threadIdx.x / chunks;
        int chunk = threadIdx.x - row * chunks;
#pragma unroll 1
        for (int i = threadIdx.x; i < rows * chunks; i += batch * stencil_threads) {
            float4 v[batch];
            int at[batch];
#pragma unroll
            for (int j = 0; j < batch; ++j) {
                at[j] = row * chunks + order(chunk);
                v[j] = reader.four(reader.row(y + row), x + 4 * chunk);
                row += down;
                chunk += across;
                row += chunk < chunks ? 0 : 1;
                chunk -= chunk < chunks ? 0 : chunks;
            }
#pragma unroll
            for (int j = 0; j < batch; ++j) {
                if (i + j * stencil_threads < rows * chunks) tile[at[j]] = v[j];
            }
        }
    });
}

template <int radius>
struct SquareTile {
    static constexpr int left = 4 * chunks_beside(radius);
    static constexpr int chunks = (tile_columns + 2 * left) / 4;
    static constexpr int thread_rows = convolve_thread_rows(radius);
    static constexpr int rows = stencil_warps * thread_rows;
    static constexpr int reads = (rows + 2 * radius) * chunks / stencil_threads + 1;
};

struct SquarePixels {
    int lane;
    int row;
    int x;
    int y;
};

template <int radius>
__device__ __forceinline__ SquarePixels begin_square(const Launch& launch, const Plane& value,
                                                     float4* tile) {
    using Tile = SquareTile<radius>;
    const Entry* frame = frame_of(launch);
    setup(frame, launch.width);
    const int lane = threadIdx.x % 32;
    const int first = threadIdx.x / 32 * Tile::thread_rows;
    const int x = blockIdx.x * tile_columns;
    const int y = blockIdx.y * Tile::rows;
    load_tile<Tile::reads>(frame, value, tile, Tile::chunks, Tile::rows + 2 * radius,
                           x - Tile::left, y - radius);
    __syncthreads();
    return {lane, first, x + 4 * lane, y + first};
}

template <int radius, int rows>
__device__ __forceinline__ void add_row(const float* weights, const float* v, int row,
                                        float (&sum)[rows][4]) {
    constexpr int side = 2 * radius + 1;
    constexpr int skip = SquareTile<radius>::left - radius;
#pragma unroll
    for (int k = 0; k < rows; ++k) {
        if (row - k < 0 || row - k >= side) continue;
#pragma unroll
        for (int tap = 0; tap < side; ++tap) {
#pragma unroll
            for (int p = 0; p < 4; ++p)
                sum[k][p] = fmaf(weights[(row - k) * side + tap], v[p + tap + skip], sum[k][p]);
        }
    }
}

template <int radius>
__device__ __forceinline__ void convolve_square(const Launch& launch,
                                                const ConvolveParameters<radius>& p) {
    using Tile = SquareTile<radius>;
    __shared__ float4 tile[(Tile::rows + 2 * radius) * Tile::chunks];
    const SquarePixels at = begin_square<radius>(launch, p.value, tile);
    float sum[Tile::thread_rows][4] = {};
#pragma unroll
    for (int row = 0; row < Tile::thread_rows + 2 * radius; ++row) {
        float v[4 + 2 * Tile::left];
#pragma unroll
        for (int i = 0; i < 1 + Tile::left / 2; ++i)
            spread(tile[(at.row + row) * Tile::chunks + at.lane + i], v + 4 * i);
        add_row<radius>(p.weights, v, row, sum);
    }
    finish_rows(launch, sum, at.x, at.y);
    __syncthreads();
    finish(block_of_frame());
}

}  // namespace tonelift::cuda
