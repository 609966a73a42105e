// SPDX-License-Identifier: BSD-2-Clause
//
// Convolutions that loop over all their weights. Small squares are unrolled; their weights are
// kernel parameters, which multiply-adds read as constants. Larger ones process four weights at a
// time.
#pragma once

#include "kernels/device/places.cuh"
#include "kernels/device/planes.cuh"
#include "kernels/stencil/stencil_cuda_parameters.h"
#include "kernels/stencil/stencil_cuda_policy.h"

namespace tonelift::cuda {

// Runs the epilogue for rows of 4 pixels in a single loop, so that the kernel contains the program
// only once.
template <int rows>
__device__ __forceinline__ void finish_rows(const Launch& launch, float (&result)[rows][4], int x,
                                            int y) {
#pragma unroll 1
    for (int row = 0; row < rows; ++row) {
        if (x < launch.width && y + row < launch.height) epilogue(result[0], x, y + row, 1);
#pragma unroll
        for (int next = 1; next < rows; ++next) {
#pragma unroll
            for (int p = 0; p < 4; ++p) result[next - 1][p] = result[next][p];
        }
    }
}

// Loads rows of input, from row y and column x on, as `chunks` chunks of 4 pixels per row; a thread
// has `batch` reads in flight.
template <int batch>
__device__ __forceinline__ void load_tile(const Entry* frame, const Plane& plane, float4* tile,
                                          int chunks, int rows, int x, int y) {
    const int down = stencil_threads / chunks;
    const int across = stencil_threads - down * chunks;
    with_reader(PlaneView(frame, plane), [&](const auto& reader) {
        int row = threadIdx.x / chunks;
        int chunk = threadIdx.x - row * chunks;
#pragma unroll 1
        for (int i = threadIdx.x; i < rows * chunks; i += batch * stencil_threads) {
            float4 v[batch];
#pragma unroll
            for (int j = 0; j < batch; ++j) {
                v[j] = reader.four(reader.row(y + row), x + 4 * chunk);
                row += down;
                chunk += across;
                row += chunk < chunks ? 0 : 1;
                chunk -= chunk < chunks ? 0 : chunks;
            }
#pragma unroll
            for (int j = 0; j < batch; ++j) {
                const int place = i + j * stencil_threads;
                if (place < rows * chunks) tile[place] = v[j];
            }
        }
    });
}

template <int radius>
struct SmallTile {
    static constexpr int left = 4 * chunks_beside(radius);
    static constexpr int chunks = (tile_columns + 2 * left) / 4;
    static constexpr int thread_rows = convolve_thread_rows(radius);
    static constexpr int rows = stencil_warps * thread_rows;
    static constexpr int reads = (rows + 2 * radius) * chunks / stencil_threads + 1;
};

// Adds one row of input to the output rows that depend on it. row: relative to the first row that
// the thread needs.
template <int radius, int rows>
__device__ __forceinline__ void add_row(const float* weights, const float* v, int row,
                                        float (&sum)[rows][4]) {
    constexpr int side = 2 * radius + 1;
    constexpr int skip = SmallTile<radius>::left - radius;
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
__device__ __forceinline__ void convolve_small(const Launch& launch, const ConvolveParameters& p) {
    using Tile = SmallTile<radius>;
    __shared__ float4 tile[(Tile::rows + 2 * radius) * Tile::chunks];
    const Entry* frame = frame_of(launch);
    setup(frame, launch.width);
    const int lane = threadIdx.x % 32;
    const int first = threadIdx.x / 32 * Tile::thread_rows;
    const int x = blockIdx.x * tile_columns;
    const int y = blockIdx.y * Tile::rows;
    load_tile<Tile::reads>(frame, p.value, tile, Tile::chunks, Tile::rows + 2 * radius,
                           x - Tile::left, y - radius);
    __syncthreads();
    float sum[Tile::thread_rows][4] = {};
#pragma unroll
    for (int row = 0; row < Tile::thread_rows + 2 * radius; ++row) {
        float v[4 + 2 * Tile::left];
#pragma unroll
        for (int i = 0; i < 1 + Tile::left / 2; ++i)
            spread(tile[(first + row) * Tile::chunks + lane + i], v + 4 * i);
        add_row<radius>(p.weights, v, row, sum);
    }
    finish_rows(launch, sum, x + 4 * lane, y + first);
    __syncthreads();
    finish(block_of_frame());
}

// Four weights for each row of the thread: row k uses the weights that are k rows further up.
using RowWeights = float[wide_rows][4];
__device__ __forceinline__ void load_weights(const float4* from, int pitch, RowWeights& weights) {
#pragma unroll
    for (int k = 0; k < wide_rows; ++k) spread(__ldg(from - k * pitch), weights[k]);
}

// Adds one chunk of an input row to all rows and pixels of the thread. before: the four weights
// from the tap of pixel 0 that is 4 before the chunk; after: the next four.
__device__ __forceinline__ void add_chunk(const float4& chunk, const RowWeights& before,
                                          const RowWeights& after, float (&sum)[wide_rows][4]) {
    float v[4];
    spread(chunk, v);
#pragma unroll
    for (int k = 0; k < wide_rows; ++k) {
#pragma unroll
        for (int i = 0; i < 4; ++i) {
#pragma unroll
            for (int p = 0; p < 4; ++p) {
                const float w = i < p ? before[k][4 + i - p] : after[k][i - p];
                sum[k][p] = fmaf(w, v[i], sum[k][p]);
            }
        }
    }
}

// Adds a row of input. The weights after a chunk are those before the next chunk, so each is loaded
// once.
__device__ __forceinline__ void add_chunks(const float4* line, int chunks, const float4* weights,
                                           int pitch, float (&sum)[wide_rows][4]) {
    RowWeights before;
    load_weights(weights, pitch, before);
#pragma unroll 2
    for (int i = 0; i < chunks; ++i) {
        RowWeights after;
        load_weights(weights + i + 1, pitch, after);
        add_chunk(line[i], before, after, sum);
#pragma unroll
        for (int k = 0; k < wide_rows; ++k) {
#pragma unroll
            for (int j = 0; j < 4; ++j) before[k][j] = after[k][j];
        }
    }
}

// Processes the input in slabs of rows in shared memory; `slab` has room for p.slab rows.
__device__ __forceinline__ void convolve_wide(const Launch& launch, const WideParameters& p,
                                              float4* slab) {
    const Entry* frame = frame_of(launch);
    setup(frame, launch.width);
    const int lane = threadIdx.x % 32;
    const int first = threadIdx.x / 32 * wide_rows;
    const int left = chunks_beside(p.radius_x);
    const int chunks = tile_columns / 4 + 2 * left;
    const int x = blockIdx.x * tile_columns;
    const int y = blockIdx.y * stencil_warps * wide_rows;
    const int rows = stencil_warps * wide_rows + 2 * p.radius_y;
    const int pitch = p.weights_pitch / 4;
    const auto* weights = reinterpret_cast<const float4*>(launch.constants);
    float sum[wide_rows][4] = {};
    for (int begin = 0; begin < rows; begin += p.slab) {
        const int end = min(begin + p.slab, rows);
        __syncthreads();
        load_tile<4>(frame, p.value, slab, chunks, end - begin, x - 4 * left,
                     y - p.radius_y + begin);
        __syncthreads();
        const int last = min(end, first + wide_rows + 2 * p.radius_y);
        for (int row = max(begin, first); row < last; ++row) {
            const float4* line = slab + (row - begin) * chunks + lane;
            // Row row - first - k of the weights applies to row k of the thread; there are zeros
            // before and after.
            const float4* w = weights + (row - first + wide_rows - 1) * pitch;
            add_chunks(line, 2 * left + 1, w, pitch, sum);
        }
    }
    finish_rows(launch, sum, x + 4 * lane, y + first);
    __syncthreads();
    finish(block_of_frame());
}

}  // namespace tonelift::cuda
