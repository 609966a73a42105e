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

__device__ __forceinline__ int spread_x() {
    return blockIdx.x * spread_columns + threadIdx.x % 32 * 4;
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

// Four neighbors, the upper left one itself and the others by what they differ from it: differences
// keep their digits where the guide hardly varies.
struct JointCell {
    float value;
    float guide;
    float v[3];        // of the value
    float g[3];        // of the guide
    float squares[3];  // of the guide
    float products[3];

    __device__ __forceinline__ JointCell(const float (&values)[4], const float (&guides)[4])
        : value(values[0]), guide(guides[0]) {
#pragma unroll
        for (int i = 0; i < 3; ++i) {
            v[i] = values[i + 1] - value;
            g[i] = guides[i + 1] - guide;
            squares[i] = g[i] * g[i];
            products[i] = g[i] * v[i];
        }
    }

    __device__ __forceinline__ float pixel(float fine, float across, float down,
                                           float epsilon) const {
        const float weights[3] = {across * (1.0f - down), (1.0f - across) * down, across * down};
        const float mean = weighted(weights, g), offset = weighted(weights, v);
        const float variance = fmaxf(fmaf(-mean, mean, weighted(weights, squares)), 0.0f);
        const float covariance = fmaf(-mean, offset, weighted(weights, products));
        const float slope = __fdividef(covariance, variance + epsilon);
        return value + fmaf(slope, fine - guide - mean, offset);
    }

  private:
    __device__ __forceinline__ static float weighted(const float (&weights)[3],
                                                     const float (&of)[3]) {
        return fmaf(weights[0], of[0], fmaf(weights[1], of[1], weights[2] * of[2]));
    }
};

// ---------------------------------------------------------------------------------------------
// From half the size and to it, planes of unorm16: every cell of four neighbors serves 2x2 pixels,
// weights are known when this is compiled, and 4 pixels of output lie over columns that are read
// side by side.

// Columns 2 x .. 2 x + 7 of two rows, added up by fours.
__device__ __forceinline__ void add_cells(const UnormReader& plane, int x, int y, float (&v)[4]) {
    float a[8], b[8];
    plane.eight(plane.row(2 * y), 2 * x, a);
    plane.eight(plane.row(2 * y + 1), 2 * x, b);
#pragma unroll
    for (int p = 0; p < 4; ++p) v[p] = a[2 * p] + a[2 * p + 1] + b[2 * p] + b[2 * p + 1];
}

__device__ __forceinline__ void halve_rows(const Launch& launch, const UnormReader& plane) {
    const int x = spread_x();
    const int first = (blockIdx.y * resample_warps + threadIdx.x / 32) * spread_rows;
    if (x >= launch.width) return;
#pragma unroll
    for (int y = first; y < first + spread_rows; ++y) {
        if (y >= launch.height) break;
        float chunk[4];
        add_cells(plane, x, y, chunk);
#pragma unroll
        for (float& v : chunk) v *= 0.25f;
        epilogue(chunk, x, y, 1);
    }
}

// Columns x / 2 - 1 .. x / 2 + 2 of a row, which are around pixels x .. x + 3.
__device__ __forceinline__ void half_row(const UnormReader& plane, int y, int x, float (&v)[4]) {
    const auto* row = plane.row(y);
    const int column = x / 2;
    v[0] = plane.at(row, column - 1);
    v[1] = plane.at(row, column);
    v[2] = plane.at(row, column + 1);
    v[3] = plane.at(row, column + 2);
}

// Two rows of two planes, value and guide.
struct HalfRows {
    float value[2][4];
    float guide[2][4];

    __device__ __forceinline__ void read(int to, const UnormReader& values,
                                         const UnormReader& guides, int y, int x) {
        half_row(values, y, x, value[to]);
        half_row(guides, y, x, guide[to]);
    }
    __device__ __forceinline__ void step() {
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            value[0][i] = value[1][i];
            guide[0][i] = guide[1][i];
        }
    }
    __device__ __forceinline__ JointCell cell(int i) const {
        return JointCell({value[0][i], value[0][i + 1], value[1][i], value[1][i + 1]},
                         {guide[0][i], guide[0][i + 1], guide[1][i], guide[1][i + 1]});
    }
};

// Rows 2 y - 1 and 2 y of the output, which lie between rows y - 1 and y of the input.
__device__ __forceinline__ void joint_rows(const HalfRows& rows, const UnormReader& fine_guide,
                                           int y, int x, float epsilon, int first, int end) {
    const JointCell cells[3] = {rows.cell(0), rows.cell(1), rows.cell(2)};
#pragma unroll
    for (int i = 0; i < 2; ++i) {
        const int row = 2 * y - 1 + i;
        if (row < first || row >= end) continue;
        float fine[4], chunk[4];
        fine_guide.four(fine_guide.row(row), x, fine);
#pragma unroll
        for (int p = 0; p < 4; ++p)
            chunk[p] = cells[(p + 1) / 2].pixel(fine[p], p % 2 == 0 ? 0.75f : 0.25f,
                                                i == 0 ? 0.25f : 0.75f, epsilon);
        epilogue(chunk, x, row, 1);
    }
}

__device__ __forceinline__ void joint_double_rows(const Launch& launch, const UnormReader& values,
                                                  const UnormReader& guides,
                                                  const UnormReader& fine_guide, float epsilon) {
    const int x = spread_x();
    const int first = (blockIdx.y * resample_warps + threadIdx.x / 32) * double_rows;
    const int end = min(first + double_rows, launch.height);
    if (x >= launch.width) return;
    HalfRows rows;
    rows.read(1, values, guides, first / 2 - 1, x);
#pragma unroll 1
    for (int y = first / 2; 2 * y - 1 < end; ++y) {
        rows.step();
        rows.read(1, values, guides, y, x);
        joint_rows(rows, fine_guide, y, x, epsilon, first, end);
    }
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
            chunk[p] = JointCell(values.v[p], guides.v[p])
                           .pixel(fine[p], places.part[p], static_cast<float>(rows.part),
                                  parameters.epsilon);
    });
    __syncthreads();
    finish(block_of_frame());
}

// The mean of 2x2 pixels.
TONELIFT_KERNEL(halve, BilinearParameters) {
    const Entry* frame = frame_of(launch);
    setup(frame, launch.width);
    __syncthreads();
    halve_rows(launch, UnormReader(PlaneView(frame, parameters.value)));
    __syncthreads();
    finish(block_of_frame());
}

TONELIFT_KERNEL(joint_double, JointParameters) {
    const Entry* frame = frame_of(launch);
    setup(frame, launch.width);
    __syncthreads();
    const PlaneView value(frame, parameters.value);
    const PlaneView guide(frame, parameters.guide);
    const PlaneView fine_guide(frame, parameters.fine_guide);
    joint_double_rows(launch, UnormReader(value), UnormReader(guide), UnormReader(fine_guide),
                      parameters.epsilon);
    __syncthreads();
    finish(block_of_frame());
}

}  // namespace tonelift::cuda
