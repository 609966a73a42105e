// SPDX-License-Identifier: BSD-2-Clause
//
// Bilateral filters over squares with a radius of at most 8 pixels. Bilateral filters with larger
// radii are in neighbors.cuh.
#pragma once

#include "kernels/device/planes.cuh"
#include "kernels/device/splice_points.cuh"
#include "kernels/stencil/convolve.cuh"
#include "kernels/stencil/neighbors.cuh"
#include "kernels/stencil/stencil_cuda_parameters.h"
#include "kernels/stencil/stencil_cuda_policy.h"
#include "kernels/stencil/used_rows.cuh"

namespace tonelift::cuda {

__device__ __forceinline__ void add_neighbor(NeighborSums& sums, int k, int pixel, float weight,
                                             float value) {
    sums.value[k][pixel] = fmaf(weight, value, sums.value[k][pixel]);
    sums.weight[k][pixel] += weight;
}

template <int radius>
__device__ __forceinline__ NeighborSums sums_of_pixels(const BilateralParameters<radius>& p,
                                                       const NeighborPixels& here,
                                                       const float (&value)[neighbors_rows][4]) {
    NeighborSums sums;
#pragma unroll
    for (int i = 0; i < 4 * neighbors_rows; ++i) {
        sums.value[i / 4][i % 4] = value[i / 4][i % 4];
        sums.weight[i / 4][i % 4] = 1;
    }
#pragma unroll
    for (int i = 0; i < 4 * neighbors_rows; ++i) {
#pragma unroll
        for (int j = i + 1; j < 4 * neighbors_rows; ++j) {
            const int across = abs(i % 4 - j % 4);
            const int down = j / 4 - i / 4;
            if (across > radius || down > radius) continue;
            const float difference = here.own[i / 4][i % 4] - here.own[j / 4][j % 4];
            const float weight =
                p.row[down] * exp2_fast(fmaf(-difference, difference, p.near[across]));
            add_neighbor(sums, i / 4, i % 4, weight, value[j / 4][j % 4]);
            add_neighbor(sums, j / 4, j % 4, weight, value[i / 4][i % 4]);
        }
    }
    return sums;
}

template <int radius, class Rows>
__device__ __forceinline__ NeighborSums sums_of_line(const BilateralParameters<radius>& p,
                                                     const NeighborPixels& here,
                                                     const float4* value, const float4* guide,
                                                     bool own_row, const Rows& rows) {
    NeighborSums sums = {};
#pragma unroll
    for (int chunk = -chunks_beside(radius); chunk <= chunks_beside(radius); ++chunk) {
        if (chunk == 0 && own_row) continue;
        float v[4], g[4];
        spread(value[chunk], v);
        spread(guide[chunk], g);
#pragma unroll
        for (int k = 0; k < neighbors_rows; ++k) {
            if (!uses_row(rows, k)) continue;
#pragma unroll
            for (int i = 0; i < 4; ++i) {
#pragma unroll
                for (int pixel = 0; pixel < 4; ++pixel) {
                    const int distance = abs(4 * chunk + i - pixel);
                    if (distance > radius) continue;
                    const float weight =
                        BilateralWeight::of(p, g[i], here.own[k][pixel], p.near[distance]);
                    add_neighbor(sums, k, pixel, weight, v[i]);
                }
            }
        }
    }
    return sums;
}

template <int radius>
__device__ __forceinline__ void add_lines(const BilateralParameters<radius>& p,
                                          const NeighborPixels& here, const float4* value,
                                          const float4* guide, int chunks, NeighborSums& sums) {
#pragma unroll 1
    for (int row = 0; row < neighbors_rows + 2 * radius; ++row) {
        const bool own_row = row >= radius && row < radius + neighbors_rows;
        with_used_rows<neighbors_rows>(row, radius, [&](const auto& used) {
            const NeighborSums some =
                sums_of_line(p, here, value + row * chunks, guide + row * chunks, own_row, used);
#pragma unroll
            for (int k = 0; k < neighbors_rows; ++k) {
                const float factor = p.row[abs(row - k - radius)];
#pragma unroll
                for (int pixel = 0; pixel < 4; ++pixel) {
                    sums.value[k][pixel] = fmaf(factor, some.value[k][pixel], sums.value[k][pixel]);
                    sums.weight[k][pixel] =
                        fmaf(factor, some.weight[k][pixel], sums.weight[k][pixel]);
                }
            }
        });
    }
}

template <int radius>
__device__ __forceinline__ void bilateral(const Launch& launch,
                                          const BilateralParameters<radius>& p, float4* tile) {
    constexpr int left = chunks_beside(radius);
    constexpr int chunks = tile_columns / 4 + 2 * left;
    constexpr int rows = stencil_warps * neighbors_rows + 2 * radius;
    const Entry* frame = frame_of(launch);
    setup(frame, launch.width);
    const int lane = threadIdx.x % 32;
    const int first = threadIdx.x / 32 * neighbors_rows;
    const int x = blockIdx.x * tile_columns;
    const int y = blockIdx.y * stencil_warps * neighbors_rows;
    const bool own_guides = p.value.entry == p.guide.entry;
    float4* const guides = own_guides ? tile : tile + rows * chunks;
    load_tile<4>(frame, p.value, tile, chunks, rows, x - 4 * left, y - radius);
    if (!own_guides) load_tile<4>(frame, p.guide, guides, chunks, rows, x - 4 * left, y - radius);
    __syncthreads();
    const float4* const value = tile + first * chunks + lane + left;
    const float4* const guide = guides + first * chunks + lane + left;
    NeighborPixels here;
    float values[neighbors_rows][4];
#pragma unroll
    for (int k = 0; k < neighbors_rows; ++k) {
        spread(value[(radius + k) * chunks], values[k]);
        spread(guide[(radius + k) * chunks], here.own[k]);
#pragma unroll
        for (float& own : here.own[k]) own = BilateralWeight::own(p, own);
    }
    NeighborSums sums = sums_of_pixels(p, here, values);
    add_lines(p, here, value, guide, chunks, sums);
    finish_means(launch, sums, x + 4 * lane, y + first);
}

}  // namespace tonelift::cuda
