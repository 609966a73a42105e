// SPDX-License-Identifier: BSD-2-Clause
//
// Mean, minimum and maximum over a rectangle, on CUDA. Adjacent pixels share the values that both
// of their rectangles contain.
#pragma once

#include "kernels/device/planes.cuh"
#include "kernels/device/splice_points.cuh"
#include "kernels/stencil/stencil_cuda_parameters.h"
#include "kernels/stencil/stencil_cuda_policy.h"

namespace tonelift::cuda {

struct JoinSum {
    static __device__ __forceinline__ float join(float a, float b) { return a + b; }
};
struct JoinMinimum {
    static __device__ __forceinline__ float join(float a, float b) { return fminf(a, b); }
};
struct JoinMaximum {
    static __device__ __forceinline__ float join(float a, float b) { return fmaxf(a, b); }
};

template <class Join, int N>
struct Lanes {
    float v[N];
    __device__ __forceinline__ void join(const Lanes& other) {
#pragma unroll
        for (int i = 0; i < N; ++i) v[i] = Join::join(v[i], other.v[i]);
    }
};

template <class Join, int N, int K, class Load, class Store>
__device__ __forceinline__ void join_windows(int taps, const Load& load, const Store& store) {
    using Values = Lanes<Join, N>;
    Values before[K];
    if constexpr (K > 1) {
        before[K - 2] = load(K - 2);
#pragma unroll
        for (int k = K - 3; k >= 0; --k) {
            before[k] = load(k);
            before[k].join(before[k + 1]);
        }
    }
    Values common = load(K - 1);
#pragma unroll 4
    for (int place = K; place < taps; ++place) common.join(load(place));
#pragma unroll
    for (int k = 0; k < K; ++k) {
        if (k > 0) common.join(load(taps + k - 1));
        Values result = common;
        if (k < K - 1) result.join(before[k]);
        store(k, result);
    }
}

// Distance between rows in shared memory, in floats. It is odd, so that the pixels of a column are
// in different memory banks.
constexpr int window_pitch = wide_tile_columns + 1;

template <class Join, int K, class Reader>
__device__ __forceinline__ void windows_down(const Reader& plane, int radius, int x, int y,
                                             float* tile) {
    for (int task = threadIdx.x; task < wide_tile_columns / 4 * (wide_tile_rows / K);
         task += stencil_threads) {
        const int column = task % (wide_tile_columns / 4) * 4;
        const int row = task / (wide_tile_columns / 4) * K;
        join_windows<Join, 4, K>(
            2 * radius + 1,
            [&](int place) {
                Lanes<Join, 4> result;
                spread(plane.four(plane.row(y + row - radius + place), x + column), result.v);
                return result;
            },
            [&](int k, const Lanes<Join, 4>& result) {
                float* to = tile + (row + k) * window_pitch + column;
#pragma unroll
                for (int i = 0; i < 4; ++i) to[i] = result.v[i];
            });
    }
}

template <class Join, int K>
__device__ __forceinline__ void windows_across(const WindowParameters& p, float* tile) {
    constexpr int groups = wide_tile_columns / K / stencil_warps;
    float* row = tile + threadIdx.x % 32 * window_pitch;
    const float* from = row + (wide_tile_columns - p.columns) / 2 - p.radius_x;
    float result[groups][K];
#pragma unroll
    for (int group = 0; group < groups; ++group) {
        const int x = (group * stencil_warps + threadIdx.x / 32) * K;
        if (x >= p.columns) continue;
        join_windows<Join, 1, K>(
            2 * p.radius_x + 1, [&](int place) { return Lanes<Join, 1>{{from[x + place]}}; },
            [&](int k, const Lanes<Join, 1>& joined) { result[group][k] = joined.v[0]; });
    }
    __syncthreads();
#pragma unroll
    for (int group = 0; group < groups; ++group) {
        const int x = (group * stencil_warps + threadIdx.x / 32) * K;
        if (x >= p.columns) continue;
#pragma unroll
        for (int k = 0; k < K; ++k) row[x + k] = result[group][k] * p.scale;
    }
}

template <class Join, int K>
__device__ __forceinline__ void window(const Launch& launch, const WindowParameters& p) {
    static_assert(wide_tile_rows == 32, "a row a lane");
    __shared__ float tile[wide_tile_rows * window_pitch];
    const Entry* frame = frame_of(launch);
    setup(frame, launch.width);
    const int x0 = blockIdx.x * p.columns;
    const int y0 = blockIdx.y * wide_tile_rows;
    const int left = (wide_tile_columns - p.columns) / 2;
    with_reader(PlaneView(frame, p.value), [&](const auto& reader) {
        windows_down<Join, K>(reader, p.radius_y, x0 - left, y0, tile);
    });
    __syncthreads();
    windows_across<Join, K>(p, tile);
    __syncthreads();
#pragma unroll 1
    for (int row = threadIdx.x / 32; row < wide_tile_rows; row += stencil_warps) {
#pragma unroll 1
        for (int x = threadIdx.x % 32 * 4; x < p.columns; x += 128) {
            if (x0 + x >= launch.width || y0 + row >= launch.height) continue;
            const float* from = tile + row * window_pitch + x;
            const float result[4] = {from[0], from[1], from[2], from[3]};
            epilogue(result, x0 + x, y0 + row, 1);
        }
    }
    __syncthreads();
    finish(block_of_frame());
}

}  // namespace tonelift::cuda
