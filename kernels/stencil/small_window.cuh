// SPDX-License-Identifier: BSD-2-Clause
//
// Mean, minimum and maximum over small squares on CUDA. The thread blocks compute smaller tiles
// than the kernels in window.cuh.
#pragma once

#include "kernels/stencil/convolve.cuh"
#include "kernels/stencil/window.cuh"

namespace tonelift::cuda {

template <class Join, int radius>
__device__ __forceinline__ Lanes<Join, 4> joined_across(const float4* chunks) {
    using Tile = SquareTile<radius>;
    constexpr int skip = Tile::left - radius;
    float v[4 + 2 * Tile::left];
#pragma unroll
    for (int i = 0; i < 1 + Tile::left / 2; ++i) spread(chunks[i], v + 4 * i);
    Lanes<Join, 4> result;
#pragma unroll
    for (int p = 0; p < 4; ++p) {
        result.v[p] = v[p + skip];
#pragma unroll
        for (int tap = 1; tap < 2 * radius + 1; ++tap)
            result.v[p] = Join::join(result.v[p], v[p + skip + tap]);
    }
    return result;
}

template <class Join, int radius>
__device__ __forceinline__ void small_window(const Launch& launch, const WindowParameters& p) {
    using Tile = SquareTile<radius>;
    constexpr int side = 2 * radius + 1;
    __shared__ float4 tile[(Tile::rows + 2 * radius) * Tile::chunks];
    const SquarePixels at = begin_square<radius>(launch, p.value, tile);
    float result[Tile::thread_rows][4];
    Lanes<Join, 4> rows[side + Tile::thread_rows - 1];
#pragma unroll
    for (int row = 0; row < side + Tile::thread_rows - 1; ++row)
        rows[row] = joined_across<Join, radius>(tile + (at.row + row) * Tile::chunks + at.lane);
#pragma unroll
    for (int k = 0; k < Tile::thread_rows; ++k) {
        Lanes<Join, 4> window = rows[k];
#pragma unroll
        for (int row = 1; row < side; ++row) window.join(rows[k + row]);
#pragma unroll
        for (int i = 0; i < 4; ++i) result[k][i] = window.v[i] * p.scale;
    }
    finish_rows(launch, result, at.x, at.y);
    __syncthreads();
    finish(block_of_frame());
}

}  // namespace tonelift::cuda
