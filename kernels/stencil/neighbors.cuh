// SPDX-License-Identifier: BSD-2-Clause
//
// Surface blur and bilateral: means of the neighbors weighted by their guides. A thread makes 4
// pixels of two rows and goes through its neighbors four columns at a time; which of these a pixel
// sees at the two ends is known when compiled: the radius is 4 a + b.
#pragma once

#include "kernels/cuda/device.cuh"
#include "kernels/cuda/planes.cuh"
#include "kernels/stencil/stencil_cuda_parameters.h"
#include "kernels/stencil/stencil_cuda_policy.h"

namespace tonelift::cuda {

// 2^x for x <= 0.
__device__ __forceinline__ float exp2_fast(float x) {
    float result;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(x));
    return result;
}

struct SurfaceWeight {
    static __device__ __forceinline__ float of_rows(const NeighborsParameters&, float) {
        return 1.0f;
    }
    static __device__ __forceinline__ float of_columns(const NeighborsParameters&, float) {
        return 1.0f;
    }
    static __device__ __forceinline__ float of(const NeighborsParameters& p, float difference,
                                               float columns) {
        return fmaxf(fmaf(-fabsf(difference), p.alike, columns), 0.0f);
    }
};

struct BilateralWeight {
    static __device__ __forceinline__ float of_rows(const NeighborsParameters& p, float rows) {
        return exp2_fast(-p.near * rows * rows);
    }
    static __device__ __forceinline__ float of_columns(const NeighborsParameters& p,
                                                       float columns) {
        return -p.near * columns * columns;
    }
    static __device__ __forceinline__ float of(const NeighborsParameters& p, float difference,
                                               float columns) {
        return exp2_fast(fmaf(-difference * p.alike, difference, columns));
    }
};

struct NeighborPixels {
    float value[neighbors_rows][4];
    float guide[neighbors_rows][4];
};
struct NeighborSums {
    float value[neighbors_rows][4];
    float weight[neighbors_rows][4];
};

// The chunk whose first column is `column` right of pixel 0; a pixel sees the columns `low` to
// `high` of the chunk, relative to its own place.
template <class Weight, int low, int high>
__device__ __forceinline__ void add_neighbors(const NeighborsParameters& p,
                                              const NeighborPixels& here, const float4& values,
                                              const float4& guides, int column,
                                              NeighborSums& sums) {
    float v[4], g[4];
    spread(values, v);
    spread(guides, g);
    const float first = static_cast<float>(column);
#pragma unroll
    for (int step = -3; step <= 3; ++step) {
        if (step < low || step > high) continue;
        const float columns = Weight::of_columns(p, first + static_cast<float>(step));
#pragma unroll
        for (int i = step > 0 ? step : 0; i < 4 && i - step < 4; ++i) {
#pragma unroll
            for (int k = 0; k < neighbors_rows; ++k) {
                const int pixel = i - step;
                const float w = Weight::of(p, g[i] - here.guide[k][pixel], columns);
                sums.value[k][pixel] = fmaf(w, v[i] - here.value[k][pixel], sums.value[k][pixel]);
                sums.weight[k][pixel] += w;
            }
        }
    }
}

// A row of neighbors; value and guide point at the chunk above or below the pixels.
template <class Weight, int b>
__device__ __forceinline__ void add_neighbor_row(const NeighborsParameters& p,
                                                 const NeighborPixels& here, const float4* value,
                                                 const float4* guide, NeighborSums& sums) {
    const int a = p.radius_x / 4;
    if constexpr (b > 0)
        add_neighbors<Weight, 4 - b, 3>(p, here, value[-a - 1], guide[-a - 1], -4 * a - 4, sums);
    if (a == 0) {
        add_neighbors<Weight, -b, b>(p, here, value[0], guide[0], 0, sums);
    } else {
        add_neighbors<Weight, -b, 3>(p, here, value[-a], guide[-a], -4 * a, sums);
#pragma unroll 1
        for (int chunk = 1 - a; chunk < a; ++chunk)
            add_neighbors<Weight, -3, 3>(p, here, value[chunk], guide[chunk], 4 * chunk, sums);
        add_neighbors<Weight, -3, b>(p, here, value[a], guide[a], 4 * a, sums);
    }
    if constexpr (b > 0)
        add_neighbors<Weight, -3, b - 4>(p, here, value[a + 1], guide[a + 1], 4 * a + 4, sums);
}

// Adds a row's sums to the thread's rows that see it. rows: how far it is below the first of them.
template <class Weight>
__device__ __forceinline__ void add_row_sums(const NeighborsParameters& p, const NeighborSums& row,
                                             int rows, NeighborSums& sums) {
#pragma unroll
    for (int k = 0; k < neighbors_rows; ++k) {
        const int below = rows - k;
        const float w =
            abs(below) <= p.radius_y ? Weight::of_rows(p, static_cast<float>(below)) : 0.0f;
#pragma unroll
        for (int pixel = 0; pixel < 4; ++pixel) {
            sums.value[k][pixel] = fmaf(w, row.value[k][pixel], sums.value[k][pixel]);
            sums.weight[k][pixel] = fmaf(w, row.weight[k][pixel], sums.weight[k][pixel]);
        }
    }
}

__device__ __forceinline__ void load_pixels(const PlaneReader& plane, int x, int y,
                                            float (&pixels)[neighbors_rows][4]) {
#pragma unroll
    for (int k = 0; k < neighbors_rows; ++k) spread(plane.four(plane.row(y + k), x), pixels[k]);
}

// The input passes through shared memory slab by slab: rows of values, then rows of guides.
template <class Weight, int b>
__device__ __forceinline__ void neighbors(const Launch& launch, const NeighborsParameters& p,
                                          float4* slab) {
    const Entry* frame = frame_of(launch);
    setup(frame, launch.width);
    const PlaneReader value(frame, p.value), guide(frame, p.guide);
    const int lane = threadIdx.x % 32;
    const int first = threadIdx.x / 32 * neighbors_rows;
    const int left = (p.radius_x + 3) / 4;  // chunks
    const int chunks = tile_columns / 4 + 2 * left;
    const int x = blockIdx.x * tile_columns;
    const int y = blockIdx.y * stencil_warps * neighbors_rows;
    const int rows = stencil_warps * neighbors_rows + 2 * p.radius_y;
    NeighborPixels here;
    load_pixels(value, x + 4 * lane, y + first, here.value);
    load_pixels(guide, x + 4 * lane, y + first, here.guide);
    NeighborSums sums = {};
#pragma unroll 1
    for (int begin = 0; begin < rows; begin += p.slab) {
        const int end = min(begin + p.slab, rows);
        float4* guides = slab + p.slab * chunks;
        __syncthreads();
        load_tile(value, slab, chunks, end - begin, x - 4 * left, y - p.radius_y + begin);
        load_tile(guide, guides, chunks, end - begin, x - 4 * left, y - p.radius_y + begin);
        __syncthreads();
        const int last = min(end, first + neighbors_rows + 2 * p.radius_y);
#pragma unroll 1
        for (int row = max(begin, first); row < last; ++row) {
            const int at = (row - begin) * chunks + lane + left;
            NeighborSums of_row = {};
            add_neighbor_row<Weight, b>(p, here, slab + at, guides + at, of_row);
            add_row_sums<Weight>(p, of_row, row - first - p.radius_y, sums);
        }
    }
#pragma unroll
    for (int k = 0; k < neighbors_rows; ++k) {
#pragma unroll
        for (int pixel = 0; pixel < 4; ++pixel)
            here.value[k][pixel] += sums.value[k][pixel] / sums.weight[k][pixel];
    }
    finish_rows(launch, here.value, x + 4 * lane, y + first);
    __syncthreads();
    finish(block_of_frame());
}

}  // namespace tonelift::cuda
