// SPDX-License-Identifier: BSD-2-Clause
//
// Writes rows of packed 4:2:2 (luma and chroma interleaved).
#pragma once

#include "kernels/pack/samples.cuh"

namespace tonelift::cuda {
namespace {

using Codes = unsigned[8];

template <int n>
__device__ __forceinline__ void quantize_row(const PackComponent& component, const float* offsets,
                                             const float* numbers, bool within,
                                             unsigned (&codes)[n]) {
#pragma unroll
    for (int i = 0; i < n; ++i) {
        const auto* aligned = static_cast<const float*>(__builtin_assume_aligned(offsets, 4 * n));
        codes[i] = quantize(numbers[i], aligned[i], component, within);
    }
}

__device__ __forceinline__ void weave(const OutputParameters& p, const unsigned (&luma)[4],
                                      const unsigned (&chroma)[2][2], Codes& codes) {
    const bool luma_first = p.component[0].offset == 0;
    const bool blue_first = p.component[1].offset < p.component[2].offset;
#pragma unroll
    for (int pair = 0; pair < 2; ++pair) {
        const unsigned first = blue_first ? chroma[0][pair] : chroma[1][pair];
        const unsigned second = blue_first ? chroma[1][pair] : chroma[0][pair];
        const unsigned left = luma[2 * pair], right = luma[2 * pair + 1];
        codes[4 * pair] = luma_first ? left : first;
        codes[4 * pair + 1] = luma_first ? first : left;
        codes[4 * pair + 2] = luma_first ? right : second;
        codes[4 * pair + 3] = luma_first ? second : right;
    }
}

template <class T>
__device__ __forceinline__ void store_pairs(const OutputParameters& p, const LaneColumns& columns,
                                            const Codes& codes, int y) {
    if (!columns.own) return;
    T* to = row_of<T>(columns, p.component[0], y, 2 * columns.x).at;
    if (!columns.whole)
        return store_codes(to, codes, columns.x + 2 < columns.width ? 8 : 4, 1, p.shift);
#pragma unroll
    for (int i = 0; i < 8; i += 4) {
        const unsigned pair[4] = {codes[i], codes[i + 1], codes[i + 2], codes[i + 3]};
        store_whole(to + i, pair, p.shift);
    }
}

__device__ __forceinline__ void store_words(const OutputParameters& p, const LaneColumns& columns,
                                            const Codes& codes, int y) {
    const int lane = threadIdx.x;
    unsigned sample[10];
#pragma unroll
    for (int i = 0; i < 8; ++i)
        sample[i] = columns.x + i / 4 * 2 < columns.width ? codes[i] & 0x3ff : 0;
    sample[8] = __shfl_down_sync(0xffffffffu, sample[0], 1);
    sample[9] = __shfl_down_sync(0xffffffffu, sample[1], 1);
    unsigned word[8];
#pragma unroll
    for (int i = 0; i < 8; ++i) word[i] = sample[i] | sample[i + 1] << 10 | sample[i + 2] << 20;

    const int first = lane % 3, column = (2 * columns.x + first) / 3;
    const int words = (columns.width + 5) / 6 * 4;
    unsigned* to = row_of<unsigned>(columns, p.component[0], y, column).at;
#pragma unroll
    for (int i = 0; i < 3; ++i) {
        const int at = 8 * lane + first + 3 * i;
        const bool own = (at >= 12 || blockIdx.x == 0) && at < 252 && first + 3 * i < 8;
        const unsigned last = i < 2 ? word[3 * i + 2] : 0;
        const unsigned value = first == 0 ? word[3 * i] : first == 1 ? word[3 * i + 1] : last;
        if (own && column + i < words) to[i] = value;
    }
}

// Writes a row. All lanes must call this function, because lanes exchange chroma. If the width is
// odd, the last luma sample is repeated.
template <class T>
__device__ __forceinline__ void store_woven(const OutputParameters& p, const LaneColumns& columns,
                                            Numbers (&numbers)[4], int y) {
#pragma unroll
    for (int c = 0; c < 3; ++c) repeat_edge(columns, numbers[c]);
    const Chroma half = with_left(p, columns, half_row(p, columns, numbers + 1));
    unsigned luma[4], chroma[2][2];
    quantize_row(p.component[0], noise_at(columns, 0, columns.x, y), numbers[0], columns.within & 1,
                 luma);
#pragma unroll
    for (int c = 0; c < 2; ++c)
        quantize_row(p.component[c + 1], noise_at(columns, c + 1, columns.x >> 1, y),
                     half.sample[c], columns.within >> (c + 1) & 1, chroma[c]);
    Codes codes;
    weave(p, luma, chroma, codes);
    if constexpr (sizeof(T) == 4) {
        store_words(p, columns, codes, y);
    } else {
        store_pairs<T>(p, columns, codes, y);
    }
}

}  // namespace
}  // namespace tonelift::cuda
