// SPDX-License-Identifier: BSD-2-Clause
//
// Converts numbers to codes on the GPU, and stores them.
#pragma once

#include "kernels/device/splice_points.cuh"
#include "kernels/pack/output_cuda_parameters.h"

namespace tonelift::cuda {
namespace {

constexpr int noise_period = 64;
constexpr float rounding = 12582912.0f;  // 1.5 * 2^23, where adjacent floats differ by 1

// Converts a number to a code, which is in the low 16 bits of the result. If `within` is true, the
// code is not clamped.
__device__ __forceinline__ unsigned quantize(float number, float offset, const PackComponent& c,
                                             bool within) {
    float code = fmaf(number, c.scale, offset);
    if (!within) code = fminf(fmaxf(code, c.lowest), c.highest);
    return __float_as_uint(code + rounding);
}

__device__ __forceinline__ unsigned nearest_code(float number, const PackComponent& c,
                                                 bool within) {
    float code = fmaf(number, c.scale, rounding);
    if (!within) code = fminf(fmaxf(code, rounding + c.lowest), rounding + c.highest);
    return __float_as_uint(code);
}

struct LaneColumns {
    const Entry* planes;
    const float* noise;
    int x;
    int width;
    bool own;
    bool beyond;
    bool whole;
    int within;
};

__device__ __forceinline__ LaneColumns lane_columns(const Launch& launch,
                                                    const OutputParameters& p) {
    LaneColumns columns;
    columns.planes = frame_of(launch) + entry_output;
    columns.noise = launch.constants;
    const int lane = threadIdx.x;
    columns.x = blockIdx.x * (output_columns - p.overlap) + 4 * lane;
    columns.width = launch.width;
    const bool own = columns.x < launch.width && (p.overlap == 0 || blockIdx.x == 0 || lane > 0) &&
                     (p.overlap < 8 || lane < 31);
    const bool beyond = columns.x + 4 > launch.width;
    // The empty asm statement makes nvcc keep these flags in a register. Otherwise, nvcc would
    // compute the flags again for each row.
    int kept = (own ? 1 : 0) + (beyond ? 2 : 0) + (p.vectors != 0 && !beyond ? 4 : 0);
    asm("" : "+r"(kept));
    columns.own = (kept & 1) != 0;
    columns.beyond = (kept & 2) != 0;
    columns.whole = (kept & 4) != 0;
    return columns;
}

template <class T>
struct Row {
    T* at;
    int pitch;

    __device__ __forceinline__ Row next() const {
        return {reinterpret_cast<T*>(reinterpret_cast<char*>(at) + pitch), pitch};
    }
};

__device__ __forceinline__ long long multiply_add_wide(int a, int b, long long c) {
    long long sum;
    asm("mad.wide.s32 %0, %1, %2, %3;" : "=l"(sum) : "r"(a), "r"(b), "l"(c));
    return sum;
}

// Returns the address of a row. Each call loads the plane's address from memory. If the addresses
// of all planes were kept in registers, the number of warps per multiprocessor would fall by a
// fifth.
template <class T>
__device__ __forceinline__ Row<T> row_of(const LaneColumns& columns, const PackComponent& component,
                                         int y, int offset) {
    const Entry* plane = columns.planes + component.plane;
    const longlong2 entry = __ldg(reinterpret_cast<const longlong2*>(plane));
    const int pitch = static_cast<int>(entry.y);
    const long long column = multiply_add_wide(offset, sizeof(T), entry.x);
    return {reinterpret_cast<T*>(multiply_add_wide(y, pitch, column)), pitch};
}

__device__ __forceinline__ const float* noise_at(const LaneColumns& columns, int component, int x,
                                                 int y) {
    const int row = component * noise_period + (y & (noise_period - 1));
    return columns.noise + row * noise_period + (x & (noise_period - 1));
}

__device__ __forceinline__ unsigned side_by_side(const unsigned char*, unsigned a, unsigned b) {
    return __byte_perm(a, b, 0x0040);
}
__device__ __forceinline__ unsigned side_by_side(const unsigned short*, unsigned a, unsigned b) {
    return __byte_perm(a, b, 0x5410);
}

template <class T, int n>
__device__ __forceinline__ void store_whole(T* to, const unsigned (&codes)[n], int shift) {
    unsigned pairs[n / 2];
#pragma unroll
    for (int i = 0; i < n / 2; ++i) pairs[i] = side_by_side(to, codes[2 * i], codes[2 * i + 1]);
    if constexpr (sizeof(T) == 2) {
#pragma unroll
        for (int i = 0; i < n / 2; ++i) reinterpret_cast<unsigned*>(to)[i] = pairs[i] << shift;
    } else if constexpr (n == 2) {
        *reinterpret_cast<unsigned short*>(to) = static_cast<unsigned short>(pairs[0]);
    } else {
        *reinterpret_cast<unsigned*>(to) = __byte_perm(pairs[0], pairs[1], 0x5410);
    }
}

template <class T, int n>
__device__ __forceinline__ void store_codes(T* to, const unsigned (&codes)[n], int count, int step,
                                            int shift) {
#pragma unroll
    for (int i = 0; i < n; ++i) {
        if (i < count) to[i * step] = static_cast<T>(codes[i] << shift);
    }
}

using Numbers = float[4];

// Sums of Cb and of Cr. The sums are 4 or 2 times as large as the means, and PackComponent::scale
// corrects this factor.
struct Chroma {
    float sample[2][2];
};

__device__ __forceinline__ void repeat_edge(const LaneColumns& columns, Numbers& numbers) {
#pragma unroll
    for (int i = 1; i < 4; ++i) {
        if (columns.x + i >= columns.width) numbers[i] = numbers[i - 1];
    }
}

// Sums of Cb and of Cr in one row, over the columns of this lane (`sample`). The complete sums also
// contain the column to the left. with_left() adds this column, which is `last` of the previous
// lane.
struct HalfRow {
    float sample[2][2];
    float last[2];
};

__device__ __forceinline__ HalfRow half_row(const OutputParameters& p, const LaneColumns& columns,
                                            const Numbers* numbers) {
    const float first = columns.x == 0 ? p.even_weight + p.left_weight : p.even_weight;
    HalfRow row;
#pragma unroll
    for (int c = 0; c < 2; ++c) {
        const Numbers& n = numbers[c];
        row.sample[c][0] = fmaf(first, n[0], n[1]);
        row.sample[c][1] = fmaf(p.even_weight, n[2], fmaf(p.left_weight, n[1], n[3]));
        row.last[c] = n[3];
    }
    return row;
}

__device__ __forceinline__ Chroma with_left(const OutputParameters& p, const LaneColumns& columns,
                                            const HalfRow& row) {
    const float weight = columns.x == 0 ? 0.0f : p.left_weight;
    Chroma result;
#pragma unroll
    for (int c = 0; c < 2; ++c) {
        const float left = __shfl_up_sync(0xffffffffu, row.last[c], 1);
        result.sample[c][0] = fmaf(weight, left, row.sample[c][0]);
        result.sample[c][1] = row.sample[c][1];
    }
    return result;
}

}  // namespace
}  // namespace tonelift::cuda
