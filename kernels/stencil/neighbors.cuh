// SPDX-License-Identifier: BSD-2-Clause
//
// Surface blur and bilateral filters on CUDA. Bilateral filters with a radius of at most 8 pixels
// are in bilateral.cuh.
#pragma once

#include "kernels/device/fast_math.cuh"
#include "kernels/device/planes.cuh"
#include "kernels/device/splice_points.cuh"
#include "kernels/stencil/stencil_cuda_parameters.h"
#include "kernels/stencil/stencil_cuda_policy.h"
#include "kernels/stencil/used_rows.cuh"

namespace tonelift::cuda {

struct SurfaceWeight {
    static __device__ __forceinline__ float near(const NeighborsParameters&, float) { return 1; }
    static __device__ __forceinline__ float row(const NeighborsParameters&, float) { return 1; }
    static __device__ __forceinline__ float own(const NeighborsParameters&, float guide) {
        return -guide;
    }
    static __device__ __forceinline__ float of(const NeighborsParameters& p, float guide, float own,
                                               float near) {
        return fmaxf(fmaf(-fabsf(guide + own), p.alike, near), 0.0f);
    }
};

struct BilateralWeight {
    static __device__ __forceinline__ float near(const NeighborsParameters& p, float distance) {
        return -p.near * distance * distance;
    }
    static __device__ __forceinline__ float row(const NeighborsParameters& p, float distance) {
        return exp2_fast(near(p, distance));
    }
    template <class Parameters>
    static __device__ __forceinline__ float own(const Parameters& p, float guide) {
        return -guide * p.alike;
    }
    template <class Parameters>
    static __device__ __forceinline__ float of(const Parameters& p, float guide, float own,
                                               float near) {
        const float difference = fmaf(guide, p.alike, own);
        return exp2_fast(fmaf(-difference, difference, near));
    }
};

struct NeighborPixels {
    float own[neighbors_rows][4];
};
struct NeighborSums {
    float value[neighbors_rows][4];
    float weight[neighbors_rows][4];
};

struct NeighborLine {
    const float4* value;
    const float4* guide;
    const float4* near;
};

template <class Weight, int low, int high, class Rows>
__device__ __forceinline__ void add_neighbors(const NeighborsParameters& p,
                                              const NeighborPixels& here, const NeighborLine& line,
                                              int chunk, const Rows& rows, NeighborSums& sums) {
    float v[4], g[4], near[8];
    spread(line.value[chunk], v);
    spread(line.guide[chunk], g);
    spread(line.near[chunk - 1], near);
    spread(line.near[chunk], near + 4);
#pragma unroll
    for (int k = 0; k < neighbors_rows; ++k) {
        if (!uses_row(rows, k)) continue;
#pragma unroll
        for (int step = low; step <= high; ++step) {
#pragma unroll
            for (int i = step > 0 ? step : 0; i < 4 && i - step < 4; ++i) {
                const int pixel = i - step;
                const float w = Weight::of(p, g[i], here.own[k][pixel], near[4 + step]);
                sums.value[k][pixel] = fmaf(w, v[i], sums.value[k][pixel]);
                sums.weight[k][pixel] += w;
            }
        }
    }
}

template <class Weight, int b, class Rows>
__device__ __forceinline__ NeighborSums sums_of_row(const NeighborsParameters& p,
                                                    const NeighborPixels& here,
                                                    const NeighborLine& line, const Rows& rows) {
    NeighborSums sums = {};
    const int a = p.radius_x / 4;
    if constexpr (b > 0) add_neighbors<Weight, 4 - b, 3>(p, here, line, -a - 1, rows, sums);
    if (a == 0) {
        add_neighbors<Weight, -b, b>(p, here, line, 0, rows, sums);
    } else {
        add_neighbors<Weight, -b, 3>(p, here, line, -a, rows, sums);
#pragma unroll 1
        for (int chunk = 1 - a; chunk < a; ++chunk)
            add_neighbors<Weight, -3, 3>(p, here, line, chunk, rows, sums);
        add_neighbors<Weight, -3, b>(p, here, line, a, rows, sums);
    }
    if constexpr (b > 0) add_neighbors<Weight, -3, b - 4>(p, here, line, a + 1, rows, sums);
    return sums;
}

// Adds the contribution of one row of neighbors. Each row has its own sum, because rounding errors
// would grow in one long sum.
template <class Weight, int b>
__device__ __forceinline__ void add_neighbor_row(const NeighborsParameters& p,
                                                 const NeighborPixels& here,
                                                 const NeighborLine& line, int row,
                                                 NeighborSums& sums) {
    with_used_rows<neighbors_rows>(row, p.radius_y, [&](const auto& used) {
        const NeighborSums some = sums_of_row<Weight, b>(p, here, line, used);
#pragma unroll
        for (int k = 0; k < neighbors_rows; ++k) {
            const float factor = Weight::row(p, static_cast<float>(row - k - p.radius_y));
#pragma unroll
            for (int pixel = 0; pixel < 4; ++pixel) {
                sums.value[k][pixel] = fmaf(factor, some.value[k][pixel], sums.value[k][pixel]);
                sums.weight[k][pixel] = fmaf(factor, some.weight[k][pixel], sums.weight[k][pixel]);
            }
        }
    });
}

template <class Weight>
__device__ __forceinline__ NeighborPixels load_pixels(const Entry* frame,
                                                      const NeighborsParameters& p, int x, int y) {
    NeighborPixels here;
    with_reader(PlaneView(frame, p.guide), [&](const auto& reader) {
#pragma unroll
        for (int k = 0; k < neighbors_rows; ++k) {
            float guides[4];
            spread(reader.four(reader.row(y + k), x), guides);
#pragma unroll
            for (int pixel = 0; pixel < 4; ++pixel)
                here.own[k][pixel] = Weight::own(p, guides[pixel]);
        }
    });
    return here;
}

__device__ __forceinline__ void finish_means(const Launch& launch, NeighborSums& sums, int x,
                                             int y) {
#pragma unroll
    for (int k = 0; k < neighbors_rows; ++k) {
#pragma unroll
        for (int pixel = 0; pixel < 4; ++pixel) sums.value[k][pixel] /= sums.weight[k][pixel];
    }
    finish_rows(launch, sums.value, x, y);
    __syncthreads();
    finish(block_of_frame());
}

template <class Weight, int b>
__device__ __forceinline__ void neighbors(const Launch& launch, const NeighborsParameters& p,
                                          float4* shared) {
    const Entry* frame = frame_of(launch);
    setup(frame, launch.width);
    const int lane = threadIdx.x % 32;
    const int first = threadIdx.x / 32 * neighbors_rows;
    const int left = chunks_beside(p.radius_x);
    const int chunks = tile_columns / 4 + 2 * left;
    const int x = blockIdx.x * tile_columns;
    const int y = blockIdx.y * stencil_warps * neighbors_rows;
    const int rows = stencil_warps * neighbors_rows + 2 * p.radius_y;
    const int zero = near_chunks(p.radius_x) / 2;
    float4* const slab = shared + near_chunks(p.radius_x);
    const bool own_guides = p.value.entry == p.guide.entry;
    float4* const guides = own_guides ? slab : slab + p.slab * chunks;
    for (int i = threadIdx.x; i < 4 * near_chunks(p.radius_x); i += stencil_threads)
        reinterpret_cast<float*>(shared)[i] = Weight::near(p, static_cast<float>(i - 4 * zero));
    const NeighborPixels here = load_pixels<Weight>(frame, p, x + 4 * lane, y + first);
    NeighborSums sums = {};
#pragma unroll 1
    for (int begin = 0; begin < rows; begin += p.slab) {
        const int end = min(begin + p.slab, rows);
        __syncthreads();
        load_tile<4>(frame, p.value, slab, chunks, end - begin, x - 4 * left,
                     y - p.radius_y + begin);
        if (!own_guides) {
            load_tile<4>(frame, p.guide, guides, chunks, end - begin, x - 4 * left,
                         y - p.radius_y + begin);
        }
        __syncthreads();
        const int last = min(end, first + neighbors_rows + 2 * p.radius_y);
#pragma unroll 1
        for (int row = max(begin, first); row < last; ++row) {
            const int at = (row - begin) * chunks + lane + left;
            add_neighbor_row<Weight, b>(p, here, {slab + at, guides + at, shared + zero},
                                        row - first, sums);
        }
    }
    finish_means(launch, sums, x + 4 * lane, y + first);
}

}  // namespace tonelift::cuda
