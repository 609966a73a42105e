// SPDX-License-Identifier: BSD-2-Clause
//
// Surface blur and bilateral: means of the neighbors weighted by their guides. A thread computes 4
// pixels of two rows and visits its neighbors four columns at a time. The radius is 4 a + b, so the
// columns that a pixel uses at the two ends are known at compile time.
#pragma once

#include "kernels/device/fast_math.cuh"
#include "kernels/device/places.cuh"
#include "kernels/device/planes.cuh"
#include "kernels/stencil/stencil_cuda_parameters.h"
#include "kernels/stencil/stencil_cuda_policy.h"

namespace tonelift::cuda {

// Weights. near(): the term of a distance in rows, or in columns; the two terms are added. of():
// the weight of a neighbor, from that sum and the difference of the guides.
struct SurfaceWeight {
    static __device__ __forceinline__ float near(const NeighborsParameters&, float) { return 0.5f; }
    static __device__ __forceinline__ float of(const NeighborsParameters& p, float difference,
                                               float near) {
        return fmaxf(fmaf(-fabsf(difference), p.alike, near), 0.0f);
    }
};

struct BilateralWeight {
    static __device__ __forceinline__ float near(const NeighborsParameters& p, float distance) {
        return -p.near * distance * distance;
    }
    static __device__ __forceinline__ float of(const NeighborsParameters& p, float difference,
                                               float near) {
        return exp2_fast(fmaf(-difference * p.alike, difference, near));
    }
};

// The guides of a thread's own pixels.
struct NeighborPixels {
    float guide[neighbors_rows][4];
};
// near() of a row of neighbors, for each row of the thread; minus infinity outside the radius.
struct NearRows {
    float near[neighbors_rows];
};
struct NeighborSums {
    float value[neighbors_rows][4];
    float weight[neighbors_rows][4];

    __device__ __forceinline__ void add(const NeighborSums& other) {
#pragma unroll
        for (int k = 0; k < neighbors_rows; ++k) {
#pragma unroll
            for (int pixel = 0; pixel < 4; ++pixel) {
                value[k][pixel] += other.value[k][pixel];
                weight[k][pixel] += other.weight[k][pixel];
            }
        }
    }
};

// Adds the chunk whose first column is `column` to the right of pixel 0. A pixel uses the columns
// `low` to `high` of the chunk, relative to the pixel's own index.
template <class Weight, int low, int high>
__device__ __forceinline__ void add_neighbors(const NeighborsParameters& p,
                                              const NeighborPixels& here, const float4& values,
                                              const float4& guides, int column,
                                              const NearRows& rows, NeighborSums& sums) {
    float v[4], g[4];
    spread(values, v);
    spread(guides, g);
    const float first = static_cast<float>(column);
#pragma unroll
    for (int step = -3; step <= 3; ++step) {
        if (step < low || step > high) continue;
        const float columns = Weight::near(p, first + static_cast<float>(step));
#pragma unroll
        for (int k = 0; k < neighbors_rows; ++k) {
            const float near = columns + rows.near[k];
#pragma unroll
            for (int i = step > 0 ? step : 0; i < 4 && i - step < 4; ++i) {
                const int pixel = i - step;
                const float w = Weight::of(p, g[i] - here.guide[k][pixel], near);
                sums.value[k][pixel] = fmaf(w, v[i], sums.value[k][pixel]);
                sums.weight[k][pixel] += w;
            }
        }
    }
}

// Adds a row of neighbors. value and guide point to the chunk above or below the pixels.
template <class Weight, int b>
__device__ __forceinline__ void add_neighbor_row(const NeighborsParameters& p,
                                                 const NeighborPixels& here, const float4* value,
                                                 const float4* guide, const NearRows& rows,
                                                 NeighborSums& sums) {
    const int a = p.radius_x / 4;
    if constexpr (b > 0)
        add_neighbors<Weight, 4 - b, 3>(p, here, value[-a - 1], guide[-a - 1], -4 * a - 4, rows,
                                        sums);
    if (a == 0) {
        add_neighbors<Weight, -b, b>(p, here, value[0], guide[0], 0, rows, sums);
    } else {
        add_neighbors<Weight, -b, 3>(p, here, value[-a], guide[-a], -4 * a, rows, sums);
#pragma unroll 1
        for (int chunk = 1 - a; chunk < a; ++chunk)
            add_neighbors<Weight, -3, 3>(p, here, value[chunk], guide[chunk], 4 * chunk, rows,
                                         sums);
        add_neighbors<Weight, -3, b>(p, here, value[a], guide[a], 4 * a, rows, sums);
    }
    if constexpr (b > 0)
        add_neighbors<Weight, -3, b - 4>(p, here, value[a + 1], guide[a + 1], 4 * a + 4, rows,
                                         sums);
}

// near() of the row that is `row` rows below the thread's first one.
template <class Weight>
__device__ __forceinline__ NearRows near_rows(const NeighborsParameters& p, int row) {
    NearRows rows;
#pragma unroll
    for (int k = 0; k < neighbors_rows; ++k) {
        const bool far = abs(row - k) > p.radius_y;
        rows.near[k] =
            far ? __int_as_float(0xFF800000) : Weight::near(p, static_cast<float>(row - k));
    }
    return rows;
}

__device__ __forceinline__ void load_pixels(const Entry* frame, const Plane& plane, int x, int y,
                                            float (&pixels)[neighbors_rows][4]) {
    with_reader(PlaneView(frame, plane), [&](const auto& reader) {
#pragma unroll
        for (int k = 0; k < neighbors_rows; ++k)
            spread(reader.four(reader.row(y + k), x), pixels[k]);
    });
}

// Processes the input in slabs in shared memory: rows of values, then rows of guides.
template <class Weight, int b>
__device__ __forceinline__ void neighbors(const Launch& launch, const NeighborsParameters& p,
                                          float4* slab) {
    const Entry* frame = frame_of(launch);
    setup(frame, launch.width);
    const int lane = threadIdx.x % 32;
    const int first = threadIdx.x / 32 * neighbors_rows;
    const int left = chunks_beside(p.radius_x);
    const int chunks = tile_columns / 4 + 2 * left;
    const int x = blockIdx.x * tile_columns;
    const int y = blockIdx.y * stencil_warps * neighbors_rows;
    const int rows = stencil_warps * neighbors_rows + 2 * p.radius_y;
    NeighborPixels here;
    load_pixels(frame, p.guide, x + 4 * lane, y + first, here.guide);
    NeighborSums sums = {};
    NeighborSums some = {};  // of a few rows: a long sum would lose precision
    int left_to_add = p.rows_of_sum;
#pragma unroll 1
    for (int begin = 0; begin < rows; begin += p.slab) {
        const int end = min(begin + p.slab, rows);
        float4* guides = slab + p.slab * chunks;
        __syncthreads();
        load_tile<4>(frame, p.value, slab, chunks, end - begin, x - 4 * left,
                     y - p.radius_y + begin);
        load_tile<4>(frame, p.guide, guides, chunks, end - begin, x - 4 * left,
                     y - p.radius_y + begin);
        __syncthreads();
        const int last = min(end, first + neighbors_rows + 2 * p.radius_y);
#pragma unroll 1
        for (int row = max(begin, first); row < last; ++row) {
            const int at = (row - begin) * chunks + lane + left;
            add_neighbor_row<Weight, b>(p, here, slab + at, guides + at,
                                        near_rows<Weight>(p, row - first - p.radius_y), some);
            if (--left_to_add > 0) continue;
            sums.add(some);
            some = {};
            left_to_add = p.rows_of_sum;
        }
    }
    sums.add(some);
#pragma unroll
    for (int k = 0; k < neighbors_rows; ++k) {
#pragma unroll
        for (int pixel = 0; pixel < 4; ++pixel) sums.value[k][pixel] /= sums.weight[k][pixel];
    }
    finish_rows(launch, sums.value, x + 4 * lane, y + first);
    __syncthreads();
    finish(block_of_frame());
}

}  // namespace tonelift::cuda
