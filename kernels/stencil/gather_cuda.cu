// SPDX-License-Identifier: BSD-2-Clause
//
// CUDA kernels for gather filters, which are filters that scripts define. Each thread computes 4
// pixels.
#include "kernels/device/planes.cuh"
#include "kernels/device/splice_points.cuh"
#include "kernels/stencil/convolve.cuh"
#include "kernels/stencil/gather_cuda_parameters.h"
#include "kernels/stencil/stencil_cuda_policy.h"

namespace tonelift::cuda {
namespace {

struct GatherPixels {
    float here[max_core_inputs][4];
};
struct GatherSums {
    float value[max_core_outputs][4];

    __device__ __forceinline__ void add(const GatherSums& other) {
#pragma unroll
        for (int i = 0; i < max_core_outputs; ++i) {
#pragma unroll
            for (int pixel = 0; pixel < 4; ++pixel) value[i][pixel] += other.value[i][pixel];
        }
    }
};

__device__ __forceinline__ GatherPixels pixels_at(const Entry* frame, const GatherParameters& p,
                                                  int x, int y) {
    GatherPixels pixels = {};
#pragma unroll
    for (int i = 0; i < max_core_inputs; ++i) {
        if (i >= p.count) continue;
        with_reader(PlaneView(frame, p.inputs[i]), [&](const auto& reader) {
            spread(reader.four(reader.row(y), x), pixels.here[i]);
        });
    }
    return pixels;
}

template <int planes>
__device__ __forceinline__ GatherSums sums_of_row(const GatherParameters& p,
                                                  const GatherPixels& pixels, const float4* line,
                                                  int slab, int number, const float* weights) {
    const int left = chunks_beside(p.radius);
    GatherSums sums = {};
    float window[max_gather_neighbors][8] = {};
#pragma unroll
    for (int plane = 0; plane < planes; ++plane) spread(line[plane * slab], window[plane]);
#pragma unroll 1
    for (int chunk = 0; chunk <= 2 * left; ++chunk) {
        const int next = min(chunk + 1, 2 * left);
#pragma unroll
        for (int plane = 0; plane < planes; ++plane)
            spread(line[plane * slab + next], window[plane] + 4);
#pragma unroll
        for (int step = 0; step < 4; ++step) {
            const int dx = 4 * (chunk - left) + step;
            if (dx < -p.radius || dx > p.radius) continue;
            float there[max_gather_neighbors][4];
#pragma unroll
            for (int plane = 0; plane < max_gather_neighbors; ++plane) {
#pragma unroll
                for (int pixel = 0; pixel < 4; ++pixel)
                    there[plane][pixel] = window[plane][pixel + step];
            }
            neighbor(there, pixels.here, sums.value, number + (dx + p.radius) * p.weights, weights);
        }
#pragma unroll
        for (int plane = 0; plane < planes; ++plane) {
#pragma unroll
            for (int i = 0; i < 4; ++i) window[plane][i] = window[plane][i + 4];
        }
    }
    return sums;
}

template <int planes>
__device__ __forceinline__ void gather(const Launch& launch, const GatherParameters& p,
                                       float4* slab) {
    run_block(launch, [&](const Entry* frame) {
        const int lane = threadIdx.x % 32;
        const int first = threadIdx.x / 32;
        const int left = chunks_beside(p.radius);
        const int chunks = tile_columns / 4 + 2 * left;
        const int x = blockIdx.x * tile_columns;
        const int y = blockIdx.y * stencil_warps;
        const int rows = stencil_warps + 2 * p.radius;
        const int side = 2 * p.radius + 1;
        const GatherPixels pixels = pixels_at(frame, p, x + 4 * lane, y + first);
        GatherSums sums = {};
#pragma unroll 1
        for (int begin = 0; begin < rows; begin += p.slab) {
            const int end = min(begin + p.slab, rows);
            __syncthreads();
#pragma unroll
            for (int plane = 0; plane < planes; ++plane)
                load_tile<4>(frame, p.inputs[plane], slab + plane * p.slab * chunks, chunks,
                             end - begin, x - 4 * left, y - p.radius + begin);
            __syncthreads();
            const int last = min(end, first + side);
#pragma unroll 1
            for (int row = max(begin, first); row < last; ++row) {
                sums.add(sums_of_row<planes>(p, pixels, slab + (row - begin) * chunks + lane,
                                             p.slab * chunks, (row - first) * side * p.weights,
                                             launch.constants));
            }
        }
        if (x + 4 * lane < launch.width && y + first < launch.height)
            epilogue(sums.value, x + 4 * lane, y + first, 1);
    });
}

}  // namespace

#define TONELIFT_GATHER(planes)                                                       \
    extern "C" __global__ void __launch_bounds__(stencil_threads, 2) gather_##planes( \
        const Launch launch, const __grid_constant__ GatherParameters parameters) {   \
        extern __shared__ float4 shared[];                                            \
        gather<planes>(launch, parameters, shared);                                   \
    }

TONELIFT_GATHER(1)
TONELIFT_GATHER(2)
TONELIFT_GATHER(3)

}  // namespace tonelift::cuda
