// SPDX-License-Identifier: BSD-2-Clause
//
// Changes of grid on CUDA. Contract in kernels/pass.h (Resample). Area: a block adds up the rows
// that an output row covers, all columns side by side, then the columns from shared memory; input
// is read once in whole chunks, whatever the ratio. Bilinear and joint: where columns lie is
// computed once for the rows of a thread.
#include "kernels/cuda/device.cuh"
#include "kernels/cuda/planes.cuh"
#include "kernels/resample/resample_cuda_parameters.h"
#include "kernels/resample/resample_cuda_policy.h"
#include "kernels/resample/resample_grid.h"

namespace tonelift::cuda {
namespace {

// ---------------------------------------------------------------------------------------------
// area

// 4 columns of the rows that an output row covers, weighted by how much of each is covered.
__device__ __forceinline__ float4 add_rows(const PlaneReader& plane, const Cover& cover, int x) {
    const int first = cover.first();
    const float begin = static_cast<float>(cover.begin - first);
    const float end = static_cast<float>(cover.begin - first + cover.length);
    float4 sum = make_float4(0, 0, 0, 0);
#pragma unroll 4
    for (int row = 0; static_cast<float>(row) < end; ++row) {
        if (first + row >= plane.height) break;
        const float low = fmaxf(begin, static_cast<float>(row));
        const float weight = fminf(end, static_cast<float>(row + 1)) - low;
        const float4 v = plane.four(plane.row(first + row), x);
        sum.x = fmaf(weight, v.x, sum.x);
        sum.y = fmaf(weight, v.y, sum.y);
        sum.z = fmaf(weight, v.z, sum.z);
        sum.w = fmaf(weight, v.w, sum.w);
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
__device__ __forceinline__ void area_row(const Launch& launch, const PlaneReader& plane,
                                         int block_columns, float* columns, float (&sum)[4]) {
    const int width = launch.width;
    const Cover down = area_cover(blockIdx.y, launch.height, plane.height);
    const int x0 = blockIdx.x * block_columns;
    const int x_end = min(x0 + block_columns, width);
    const int x = x0 + 4 * threadIdx.x;
    const Cover last = area_cover(x_end - 1, width, plane.width);
    const double end = last.begin + last.length;
    const int in_end = static_cast<int>(fmin(ceil(end), static_cast<double>(plane.width)));
#pragma unroll 1
    for (int from = area_cover(x0, width, plane.width).first() & ~3; from < in_end;
         from += area_columns) {
        const int column = from + 4 * threadIdx.x;
        __syncthreads();
        if (column < in_end)
            reinterpret_cast<float4*>(columns)[threadIdx.x] = add_rows(plane, down, column);
        __syncthreads();
        if (x >= x_end) continue;
#pragma unroll
        for (int p = 0; p < 4; ++p) {
            const Cover across = area_cover(min(x + p, width - 1), width, plane.width);
            sum[p] += add_columns(columns, from, across, plane.width);
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

// Calls make(y, pair of input rows, chunk) for each row of the thread, and hands the chunk on.
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

// Sums of a row's two neighbors.
struct JointSums {
    float value;
    float weight;
};

__device__ __forceinline__ float joint_weight(float edge, float guide, float fine, float bilinear) {
    const float exponent = fmaxf(-edge * fabsf(guide - fine), static_cast<float>(lowest_joint_exponent));
    return exp2f(exponent) * bilinear;
}

__device__ __forceinline__ JointSums joint_row(const PlaneReader& value, const PlaneReader& guide,
                                               int y, const Places& places, int p, float fine,
                                               float edge) {
    const auto* values = value.row(y);
    const auto* guides = guide.row(y);
    const float low =
        joint_weight(edge, guide.at(guides, places.low[p]), fine, 1.0f - places.part[p]);
    const float high = joint_weight(edge, guide.at(guides, places.high[p]), fine, places.part[p]);
    const float sum = low * value.at(values, places.low[p]);
    return {fmaf(high, value.at(values, places.high[p]), sum), low + high};
}

}  // namespace

#define TONELIFT_KERNEL(name, Parameters)                             \
    extern "C" __global__ void __launch_bounds__(resample_threads, 2) \
        name(const Launch launch, const __grid_constant__ Parameters parameters)

TONELIFT_KERNEL(area, AreaParameters) {
    __shared__ float4 columns[resample_threads];
    const Entry* frame = frame_of(launch);
    setup(frame, launch.width);
    const PlaneReader value(frame, parameters.value);
    float sum[4] = {};
    area_row(launch, value, parameters.columns, reinterpret_cast<float*>(columns), sum);
    const float scale = static_cast<float>(static_cast<double>(launch.width) / value.width *
                                           launch.height / value.height);
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
    const PlaneReader value(frame, parameters.value);
    const int x = spread_x();
    const Places places(x, launch.width, value.width);
    each_spread_row(launch, value.height, x, [&](int, const Pair& pair, float(&chunk)[4]) {
        const auto* low = value.row(pair.low);
        const auto* high = value.row(pair.high);
        const float down = static_cast<float>(pair.part);
#pragma unroll
        for (int p = 0; p < 4; ++p) {
            const float a = value.at(low, places.low[p]);
            const float b = value.at(high, places.low[p]);
            const float above = fmaf(places.part[p], value.at(low, places.high[p]) - a, a);
            const float below = fmaf(places.part[p], value.at(high, places.high[p]) - b, b);
            chunk[p] = fmaf(down, below - above, above);
        }
    });
    __syncthreads();
    finish(block_of_frame());
}

TONELIFT_KERNEL(joint, JointParameters) {
    const Entry* frame = frame_of(launch);
    setup(frame, launch.width);
    __syncthreads();
    const PlaneReader value(frame, parameters.value);
    const PlaneReader guide(frame, parameters.guide);
    const PlaneReader fine_guide(frame, parameters.fine_guide);
    const int x = spread_x();
    const Places places(x, launch.width, value.width);
    each_spread_row(launch, value.height, x, [&](int y, const Pair& pair, float(&chunk)[4]) {
        float fine[4];
        spread(fine_guide.four(fine_guide.row(y), x), fine);
        const float down = static_cast<float>(pair.part);
#pragma unroll
        for (int p = 0; p < 4; ++p) {
            const JointSums a =
                joint_row(value, guide, pair.low, places, p, fine[p], parameters.edge);
            const JointSums b =
                joint_row(value, guide, pair.high, places, p, fine[p], parameters.edge);
            const float weight = fmaf(down, b.weight, (1.0f - down) * a.weight);
            chunk[p] = fmaf(down, b.value, (1.0f - down) * a.value) / weight;
        }
    });
    __syncthreads();
    finish(block_of_frame());
}

}  // namespace tonelift::cuda
