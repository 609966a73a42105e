// SPDX-License-Identifier: BSD-2-Clause
//
// Changes of grid on CUDA. Contract in kernels/pass.h (Resample). Area: a block adds up the rows
// that an output row covers, all columns side by side, then the columns from shared memory; input
// is read once in whole chunks, whatever the ratio. Bilinear and joint: where columns lie is
// computed once for the rows of a thread.
#include "kernels/cuda/device.cuh"
#include "kernels/cuda/fast_math.cuh"
#include "kernels/cuda/planes.cuh"
#include "kernels/resample/resample_cuda_parameters.h"
#include "kernels/resample/resample_cuda_policy.h"
#include "kernels/resample/resample_grid.h"

namespace tonelift::cuda {
namespace {

// ---------------------------------------------------------------------------------------------
// area

// 4 columns of the rows that an output row covers, weighted by how much of each is covered.
template <class Reader>
__device__ __forceinline__ float4 add_rows(const Reader& plane, const Cover& cover, int x) {
    const int first = cover.first();
    const float begin = static_cast<float>(cover.begin - first);
    const float end = static_cast<float>(cover.begin - first + cover.length);
    float4 sum = make_float4(0, 0, 0, 0);
    const int rows = min(static_cast<int>(ceilf(end)), plane.height() - first);
    for (int row = 0; row < rows; row += 2) {
        const float4 v[2] = {plane.four(plane.row(first + row), x),
                             plane.four(plane.row(first + row + 1), x)};
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            const float low = fmaxf(begin, static_cast<float>(row + i));
            const float high = fminf(end, static_cast<float>(row + i + 1));
            const float weight = row + i < rows ? high - low : 0.0f;
            sum.x = fmaf(weight, v[i].x, sum.x);
            sum.y = fmaf(weight, v[i].y, sum.y);
            sum.z = fmaf(weight, v[i].z, sum.z);
            sum.w = fmaf(weight, v[i].w, sum.w);
        }
    }
    return sum;
}

// What columns [from, from + area_columns) of the input, added up in `columns`, give to a pixel
// that covers `cover`.
__device__ __forceinline__ float add_columns(const float* columns, int from, const Cover& cover,
                                             int in_width) {
    const int first = cover.first();
    const float begin = static_cast<float>(cover.begin - first);
    const float end = static_cast<float>(cover.begin - first + cover.length);
    const int last = min(in_width, from + area_columns) - first;
    float sum = 0;
    for (int i = max(0, from - first); i < last && static_cast<float>(i) < end; ++i) {
        const float low = fmaxf(begin, static_cast<float>(i));
        const float weight = fminf(end, static_cast<float>(i + 1)) - low;
        sum = fmaf(weight, columns[first + i - from], sum);
    }
    return sum;
}

// 4 pixels a thread, from all columns that the block's pixels cover, area_columns at a time.
template <class Reader>
__device__ __forceinline__ void area_row(const Launch& launch, const AreaParameters& parameters,
                                         const Reader& plane, float* columns, float (&sum)[4]) {
    const int width = launch.width;
    const double scale = parameters.across;
    const Cover down = area_cover(blockIdx.y, parameters.down, plane.height());
    const int x0 = blockIdx.x * parameters.columns;
    const int x_end = min(x0 + parameters.columns, width);
    const int x = x0 + 4 * threadIdx.x;
    const Cover last = area_cover(x_end - 1, scale, plane.width());
    const double end = last.begin + last.length;
    const int in_end = static_cast<int>(fmin(ceil(end), static_cast<double>(plane.width())));
#pragma unroll 1
    for (int from = area_cover(x0, scale, plane.width()).first() & ~3; from < in_end;
         from += area_columns) {
        const int column = from + 4 * threadIdx.x;
        __syncthreads();
        if (column < in_end)
            reinterpret_cast<float4*>(columns)[threadIdx.x] = add_rows(plane, down, column);
        __syncthreads();
        if (x >= x_end) continue;
#pragma unroll
        for (int p = 0; p < 4; ++p) {
            const Cover across = area_cover(min(x + p, width - 1), scale, plane.width());
            sum[p] += add_columns(columns, from, across, plane.width());
        }
    }
}

// ---------------------------------------------------------------------------------------------
// bilinear and joint

// Where 4 pixels lie along an axis.
struct Places {
    int low[4];
    int high[4];
    float part[4];

    __device__ __forceinline__ Places(int x, int width, int in_width) {
        const double scale = grid_scale(in_width, width);
#pragma unroll
        for (int p = 0; p < 4; ++p) {
            const Pair pair = bilinear_pair(min(x + p, width - 1), scale, in_width);
            low[p] = pair.low;
            high[p] = pair.high;
            part[p] = static_cast<float>(pair.part);
        }
    }
};

// The 4 neighbors of each of 4 pixels: above left, above right, below left, below right.
struct Corners {
    float v[4][4];

    __device__ __forceinline__ Corners(const PlaneView& plane, const Pair& rows,
                                       const Places& places) {
        with_reader(plane, [&](const auto& reader) {
            const auto* above = reader.row(rows.low);
            const auto* below = reader.row(rows.high);
#pragma unroll
            for (int p = 0; p < 4; ++p) {
                v[p][0] = reader.at(above, places.low[p]);
                v[p][1] = reader.at(above, places.high[p]);
                v[p][2] = reader.at(below, places.low[p]);
                v[p][3] = reader.at(below, places.high[p]);
            }
        });
    }
};

__device__ __forceinline__ float mixed(float a, float b, float part) {
    return fmaf(part, b - a, a);
}

// Hands make(y, pair of input rows, chunk) on for each row of the thread.
template <class Make>
__device__ __forceinline__ void each_spread_row(const Launch& launch, int in_height, int x,
                                                const Make& make) {
    const double scale = grid_scale(in_height, launch.height);
    const int first = (blockIdx.y * resample_warps + threadIdx.x / 32) * spread_rows;
    if (x >= launch.width) return;
#pragma unroll 1
    for (int y = first; y < min(first + spread_rows, launch.height); ++y) {
        float chunk[4];
        make(y, bilinear_pair(y, scale, in_height), chunk);
        epilogue(chunk, x, y, 1);
    }
}

__device__ __forceinline__ int spread_x() {
    return blockIdx.x * spread_columns + threadIdx.x % 32 * 4;
}

// The mean of a pixel's corners, weighted by where it is and by how much their guides differ from
// the fine one.
__device__ __forceinline__ float joint_pixel(const float (&values)[4], const float (&guides)[4],
                                             float fine, float across, float down, float edge) {
    const float near[4] = {(1.0f - across) * (1.0f - down), across * (1.0f - down),
                           (1.0f - across) * down, across * down};
    float sum = 0;
    float weights = 0;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        const float exponent =
            fmaxf(-edge * fabsf(guides[i] - fine), static_cast<float>(lowest_joint_exponent));
        const float weight = exp2_fast(exponent) * near[i];
        sum = fmaf(weight, values[i], sum);
        weights += weight;
    }
    return __fdividef(sum, weights);
}

}  // namespace

#define TONELIFT_KERNEL(name, Parameters)                             \
    extern "C" __global__ void __launch_bounds__(resample_threads, 2) \
        name(const Launch launch, const __grid_constant__ Parameters parameters)

TONELIFT_KERNEL(area, AreaParameters) {
    __shared__ float4 columns[resample_threads];
    const Entry* frame = frame_of(launch);
    setup(frame, launch.width);
    const PlaneView value(frame, parameters.value);
    float sum[4] = {};
    with_reader(value, [&](const auto& reader) {
        area_row(launch, parameters, reader, reinterpret_cast<float*>(columns), sum);
    });
    const auto scale = 1.0f / static_cast<float>(parameters.across * parameters.down);
#pragma unroll
    for (float& s : sum) s *= scale;
    const int x = blockIdx.x * parameters.columns + 4 * threadIdx.x;
    if (4 * threadIdx.x < parameters.columns && x < launch.width) epilogue(sum, x, blockIdx.y, 1);
    __syncthreads();
    finish(block_of_frame());
}

TONELIFT_KERNEL(bilinear, BilinearParameters) {
    const Entry* frame = frame_of(launch);
    setup(frame, launch.width);
    __syncthreads();
    const PlaneView value(frame, parameters.value);
    const int x = spread_x();
    const Places places(x, launch.width, value.width);
    each_spread_row(launch, value.height, x, [&](int, const Pair& rows, float(&chunk)[4]) {
        const Corners corners(value, rows, places);
#pragma unroll
        for (int p = 0; p < 4; ++p) {
            const float* v = corners.v[p];
            chunk[p] = mixed(mixed(v[0], v[1], places.part[p]), mixed(v[2], v[3], places.part[p]),
                             static_cast<float>(rows.part));
        }
    });
    __syncthreads();
    finish(block_of_frame());
}

TONELIFT_KERNEL(joint, JointParameters) {
    const Entry* frame = frame_of(launch);
    setup(frame, launch.width);
    __syncthreads();
    const PlaneView value(frame, parameters.value);
    const PlaneView guide(frame, parameters.guide);
    const PlaneView fine_guide(frame, parameters.fine_guide);
    const int x = spread_x();
    const Places places(x, launch.width, value.width);
    each_spread_row(launch, value.height, x, [&](int y, const Pair& rows, float(&chunk)[4]) {
        float fine[4];
        with_reader(fine_guide,
                    [&](const auto& reader) { spread(reader.four(reader.row(y), x), fine); });
        const Corners values(value, rows, places);
        const Corners guides(guide, rows, places);
#pragma unroll
        for (int p = 0; p < 4; ++p)
            chunk[p] = joint_pixel(values.v[p], guides.v[p], fine[p], places.part[p],
                                   static_cast<float>(rows.part), parameters.edge);
    });
    __syncthreads();
    finish(block_of_frame());
}

}  // namespace tonelift::cuda
