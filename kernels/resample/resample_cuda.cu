// SPDX-License-Identifier: BSD-2-Clause
//
// CUDA kernels that scale planes.
#include "kernels/device/fast_math.cuh"
#include "kernels/device/planes.cuh"
#include "kernels/device/splice_points.cuh"
#include "kernels/resample/resample_cuda_parameters.h"
#include "kernels/resample/resample_cuda_policy.h"
#include "kernels/resample/resample_grid.h"

namespace tonelift::cuda {
namespace {

// ---------------------------------------------------------------------------------------------
// Resampling of kind `area`.

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

// Sums per column in shared memory. After every 32 columns, 4 floats are unused, which avoids
// conflicts between memory banks.
class AreaColumns {
  public:
    __device__ __forceinline__ float4& four(int i) { return columns_[i + i / 8]; }
    __device__ __forceinline__ float& at(int i) { return (&four(i / 4).x)[i % 4]; }

  private:
    float4 columns_[resample_threads + resample_threads / 8];
};

__device__ __forceinline__ float add_columns(AreaColumns& columns, int from, const Cover& cover,
                                             int in_width) {
    const int first = cover.first();
    const float begin = static_cast<float>(cover.begin - first);
    const float end = static_cast<float>(cover.begin - first + cover.length);
    const int stop = min(min(in_width, from + area_columns) - first, static_cast<int>(ceilf(end)));
    float sum = 0;
#pragma unroll 4
    for (int i = max(0, from - first); i < stop; ++i) {
        const float low = fmaxf(begin, static_cast<float>(i));
        const float weight = fminf(end, static_cast<float>(i + 1)) - low;
        sum = fmaf(weight, columns.at(first + i - from), sum);
    }
    return sum;
}

template <class Reader>
__device__ __forceinline__ void area_row(const Launch& launch, const AreaParameters& parameters,
                                         const Reader& plane, AreaColumns& columns) {
    const double scale = parameters.across;
    const Cover down = area_cover(blockIdx.y, parameters.down, plane.height());
    const int x0 = blockIdx.x * parameters.columns;
    const int x_end = min(x0 + parameters.columns, launch.width);
    float sum[4] = {};
    const Cover last = area_cover(x_end - 1, scale, plane.width());
    const double end = last.begin + last.length;
    const int in_end = static_cast<int>(fmin(ceil(end), static_cast<double>(plane.width())));
#pragma unroll 1
    for (int from = area_cover(x0, scale, plane.width()).first() & ~3; from < in_end;
         from += area_columns) {
        const int column = from + 4 * threadIdx.x;
        __syncthreads();
        if (column < in_end) columns.four(threadIdx.x) = add_rows(plane, down, column);
        __syncthreads();
#pragma unroll
        for (int p = 0; p < 4; ++p) {
            const int x = x0 + threadIdx.x + p * resample_threads;
            if (x >= x_end) break;
            sum[p] +=
                add_columns(columns, from, area_cover(x, scale, plane.width()), plane.width());
        }
    }
    __syncthreads();
#pragma unroll
    for (int p = 0; p < 4; ++p) columns.at(threadIdx.x + p * resample_threads) = sum[p];
    __syncthreads();
}

// ---------------------------------------------------------------------------------------------
// Resampling of kinds `bilinear` and `joint`.

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

__device__ __forceinline__ void read_flipped(const Launch& launch, const FlipParameters& parameters,
                                             const PlaneView& plane, int x, int y,
                                             float (&chunk)[4]) {
    const int row = parameters.mirrored_y ? launch.height - 1 - y : y;
    with_reader(plane, [&](const auto& reader) {
#pragma unroll
        for (int p = 0; p < 4; ++p) {
            const int column = parameters.mirrored_x ? launch.width - 1 - x - p : x + p;
            chunk[p] = parameters.transposed ? reader.at(reader.row(column), row)
                                             : reader.at(reader.row(row), column);
        }
    });
}

// Returns the slope of the linear regression of the values v over the guides g, for four
// neighboring pixels.
__device__ __forceinline__ float joint_slope(const float (&v)[4], const float (&g)[4],
                                             const JointLimits& limits) {
    const float mean = 0.25f * ((g[0] + g[1]) + (g[2] + g[3]));
    float variance = 4.0f * limits.epsilon, covariance = 0;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        const float off = g[i] - mean;
        variance = fmaf(off, off, variance);
        if (i > 0) covariance = fmaf(off, v[i] - v[0], covariance);
    }
    const float slope = covariance * reciprocal(variance);
    return fminf(fmaxf(slope, -limits.steepest), limits.steepest);
}

// Bounds of the upsampled values between four neighboring pixels with the values v.
struct JointBounds {
    float least;
    float most;

    __device__ __forceinline__ JointBounds(const float (&v)[4], const JointLimits& limits)
        : least(fminf(fminf(v[0], v[1]), fminf(v[2], v[3])) - limits.overshoot),
          most(fmaxf(fmaxf(v[0], v[1]), fmaxf(v[2], v[3])) + limits.overshoot) {}
    __device__ __forceinline__ float limited(float value) const {
        return fminf(fmaxf(value, least), most);
    }
};

__device__ __forceinline__ float joint_pixel(const float (&v)[4], const float (&g)[4], float fine,
                                             float across, float down, const JointLimits& limits) {
    const auto mean = [&](const float(&of)[4]) {
        return mixed(mixed(of[0], of[1], across), mixed(of[2], of[3], across), down);
    };
    const float slope = joint_slope(v, g, limits);
    const float pixel = fmaf(slope, fine - mean(g), mean(v));
    return JointBounds(v, limits).limited(pixel);
}

__device__ __forceinline__ void add_cells(const UnormReader& plane, int x, int y, float (&v)[4]) {
    float a[8], b[8];
    plane.eight(plane.row(2 * y), 2 * x, a);
    plane.eight(plane.row(2 * y + 1), 2 * x, b);
#pragma unroll
    for (int p = 0; p < 4; ++p) v[p] = a[2 * p] + a[2 * p + 1] + b[2 * p] + b[2 * p + 1];
}

__device__ __forceinline__ void halve_rows(const Launch& launch, const UnormReader& plane) {
    const int x = min(spread_x(), (launch.width - 1) & ~3);
    const bool inside = spread_x() < launch.width;
    const int first = (blockIdx.y * resample_warps + threadIdx.x / 32) * spread_rows;
#pragma unroll
    for (int y = first; y < first + spread_rows; ++y) {
        const int row = min(y, launch.height - 1);
        float chunk[4];
        add_cells(plane, x, row, chunk);
#pragma unroll
        for (float& v : chunk) v *= 0.25f;
        epilogue(chunk, x, row, inside && y == row);
    }
}

template <int ratio, class Reader>
__device__ __forceinline__ void multiplied_rows(const Launch& launch, const Reader& plane) {
    constexpr int columns = 4 / ratio + 2;
    const int x = min(spread_x(), (launch.width - 1) & ~3);
    const bool inside = spread_x() < launch.width;
    const int height = launch.height;
    const int first = (blockIdx.y * resample_warps + threadIdx.x / 32) * double_rows;
    float above[columns], below[columns];
    const auto read = [&](int y, float(&v)[columns]) {
        const auto* row = plane.row(y);
#pragma unroll
        for (int i = 0; i < columns; ++i) v[i] = plane.at(row, x / ratio - 1 + i);
    };
    read(first - 1, below);
#pragma unroll 1
    for (int i = 0; i < double_rows; ++i) {
#pragma unroll
        for (int column = 0; column < columns; ++column) above[column] = below[column];
        read(first + i, below);
#pragma unroll
        for (int k = 0; k < ratio; ++k) {
            float row[columns], chunk[4];
#pragma unroll
            for (int column = 0; column < columns; ++column)
                row[column] = mixed(above[column], below[column], (k + 0.5f) / ratio);
#pragma unroll
            for (int p = 0; p < 4; ++p) {
                const int at = p + ratio / 2, left = at / ratio;
                chunk[p] = mixed(row[left], row[left + 1], (at % ratio + 0.5f) / ratio);
            }
            const int y = ratio * (first + i) - ratio / 2 + k;
            epilogue(chunk, x, min(max(y, 0), height - 1), inside && y >= 0 && y < height);
        }
    }
}

template <int ratio>
__device__ __forceinline__ void multiplied(const Launch& launch, const Plane& plane) {
    run_block(launch, [&](const Entry* frame) {
        const PlaneView value(frame, plane);
        if (value.storage == plane_float32) {
            multiplied_rows<ratio>(launch, SampleReader<true>(value));
        } else {
            multiplied_rows<ratio>(launch, UnormReader(value));
        }
    });
}

class CoarseColumns {
  public:
    __device__ __forceinline__ CoarseColumns(int x, int width)
        : before_(max(x / 2 - 1, 0)), at_(x / 2), after_(min(x / 2 + 2, width - 1)) {
        last_ = at_ + 1 == width;
    }

    __device__ __forceinline__ void read(const uint16_t* row, float (&v)[4]) const {
        v[0] = UnormReader::value(row[before_]);
        UnormReader::pair(*reinterpret_cast<const unsigned*>(row + at_), v[1], v[2]);
        v[3] = UnormReader::value(row[after_]);
        if (last_) v[2] = v[3];
    }

  private:
    int before_;
    int at_;
    int after_;
    bool last_;
};

struct CoarseRows {
    float v[2][4];

    __device__ __forceinline__ void step() {
#pragma unroll
        for (int i = 0; i < 4; ++i) v[0][i] = v[1][i];
    }
    __device__ __forceinline__ void corners(int cell, float (&c)[4]) const {
        c[0] = v[0][cell];
        c[1] = v[0][cell + 1];
        c[2] = v[1][cell];
        c[3] = v[1][cell + 1];
    }
};

struct JointCell {
    float slope;
    float offset[2][2];
    JointBounds bounds;

    __device__ __forceinline__ JointCell(const float (&v)[4], const float (&g)[4],
                                         const JointLimits& limits)
        : slope(joint_slope(v, g, limits)), bounds(v, limits) {
#pragma unroll
        for (int side = 0; side < 2; ++side) {
            const float above = fmaf(-slope, g[side], v[side]);
            const float below = fmaf(-slope, g[side + 2], v[side + 2]);
            offset[0][side] = mixed(above, below, 0.25f);
            offset[1][side] = mixed(above, below, 0.75f);
        }
    }
    __device__ __forceinline__ float pixel(float fine, int row, float across) const {
        const float pixel = fmaf(slope, fine, mixed(offset[row][0], offset[row][1], across));
        return bounds.limited(pixel);
    }
};

__device__ __forceinline__ void joint_row(const JointCell (&cells)[3], const float (&fine)[4],
                                          int x, int y, int i, int height, bool inside) {
    float chunk[4];
#pragma unroll
    for (int p = 0; p < 4; ++p)
        chunk[p] = cells[(p + 1) / 2].pixel(fine[p], i, p % 2 == 0 ? 0.75f : 0.25f);
    epilogue(chunk, x, min(max(y, 0), height - 1), inside && y >= 0 && y < height);
}

// Scales to twice the width and height. No thread returns early, so that the compiler can use
// uniform registers.
__device__ __forceinline__ void joint_double_rows(const Launch& launch, const UnormReader& values,
                                                  const UnormReader& guides,
                                                  const UnormReader& fine_guide,
                                                  const JointLimits& limits) {
    const int x = min(spread_x(), (launch.width - 1) & ~3);
    const bool inside = spread_x() < launch.width;
    const int height = launch.height;
    const int first = (blockIdx.y * resample_warps + threadIdx.x / 32) * double_rows;
    const CoarseColumns columns(x, launch.width / 2);
    CoarseRows value, guide;
    columns.read(values.row(first - 1), value.v[1]);
    columns.read(guides.row(first - 1), guide.v[1]);
#pragma unroll 1
    for (int i = 0; i < double_rows; ++i) {
        const int y = first + i;
        value.step();
        guide.step();
        columns.read(values.row(y), value.v[1]);
        columns.read(guides.row(y), guide.v[1]);
        float fine[2][4];
        fine_guide.four(fine_guide.row(2 * y - 1), x, fine[0]);
        fine_guide.four(fine_guide.row(2 * y), x, fine[1]);
        float v[3][4], g[3][4];
#pragma unroll
        for (int cell = 0; cell < 3; ++cell) {
            value.corners(cell, v[cell]);
            guide.corners(cell, g[cell]);
        }
        const JointCell cells[3] = {
            {v[0], g[0], limits}, {v[1], g[1], limits}, {v[2], g[2], limits}};
        joint_row(cells, fine[0], x, 2 * y - 1, 0, height, inside);
        joint_row(cells, fine[1], x, 2 * y, 1, height, inside);
    }
}

}  // namespace

#define TONELIFT_KERNEL(name, Parameters, blocks)                          \
    extern "C" __global__ void __launch_bounds__(resample_threads, blocks) \
        name(const Launch launch, const __grid_constant__ Parameters parameters)

TONELIFT_KERNEL(area, AreaParameters, resample_most_blocks) {
    __shared__ AreaColumns columns;
    run_block(launch, [&](const Entry* frame) {
        with_reader(PlaneView(frame, parameters.value),
                    [&](const auto& reader) { area_row(launch, parameters, reader, columns); });
        float sum[4];
        spread(columns.four(threadIdx.x), sum);
        const auto scale = 1.0f / static_cast<float>(parameters.across * parameters.down);
#pragma unroll
        for (float& s : sum) s *= scale;
        const int x = blockIdx.x * parameters.columns + 4 * threadIdx.x;
        if (4 * threadIdx.x < parameters.columns && x < launch.width)
            epilogue(sum, x, blockIdx.y, 1);
    });
}

TONELIFT_KERNEL(bilinear, BilinearParameters, 2) {
    run_block(launch, [&](const Entry* frame) {
        const PlaneView value(frame, parameters.value);
        const int x = spread_x();
        const Places places(x, launch.width, value.width);
        each_spread_row(launch, value.height, x, [&](int, const Pair& rows, float(&chunk)[4]) {
            const Corners corners(value, rows, places);
#pragma unroll
            for (int p = 0; p < 4; ++p) {
                const float* v = corners.v[p];
                chunk[p] = mixed(mixed(v[0], v[1], places.part[p]),
                                 mixed(v[2], v[3], places.part[p]), static_cast<float>(rows.part));
            }
        });
    });
}

TONELIFT_KERNEL(bilinear_double, BilinearParameters, resample_most_blocks) {
    multiplied<2>(launch, parameters.value);
}

TONELIFT_KERNEL(bilinear_fourfold, BilinearParameters, resample_most_blocks) {
    multiplied<4>(launch, parameters.value);
}

TONELIFT_KERNEL(turn, FlipParameters, 2) {
    run_block(launch, [&](const Entry* frame) {
        const PlaneView value(frame, parameters.value);
        const int x = spread_x();
        each_spread_row(launch, launch.height, x, [&](int y, const Pair&, float(&chunk)[4]) {
            read_flipped(launch, parameters, value, x, y, chunk);
        });
    });
}

TONELIFT_KERNEL(joint, JointParameters, 2) {
    run_block(launch, [&](const Entry* frame) {
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
                                       static_cast<float>(rows.part), parameters.limits);
        });
    });
}

TONELIFT_KERNEL(halve, BilinearParameters, 4) {
    run_block(launch, [&](const Entry* frame) {
        halve_rows(launch, UnormReader(PlaneView(frame, parameters.value)));
    });
}

TONELIFT_KERNEL(joint_double, JointParameters, resample_most_blocks) {
    run_block(launch, [&](const Entry* frame) {
        const PlaneView value(frame, parameters.value);
        const PlaneView guide(frame, parameters.guide);
        const PlaneView fine_guide(frame, parameters.fine_guide);
        joint_double_rows(launch, UnormReader(value), UnormReader(guide), UnormReader(fine_guide),
                          parameters.limits);
    });
}

}  // namespace tonelift::cuda
