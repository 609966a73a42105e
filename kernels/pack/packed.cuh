// SPDX-License-Identifier: BSD-2-Clause
//
// Writes packed pixel formats, in which all samples of a pixel are adjacent in memory.
#pragma once

#include "kernels/pack/samples.cuh"

namespace tonelift::cuda {
namespace {

template <class T>
struct PixelWords {
    unsigned word[4][sizeof(T)];
};

__device__ __forceinline__ void place_sample(unsigned (&word)[1], int c, unsigned code) {
    word[0] = __byte_perm(word[0], code, 0x3210u + ((4u - c) << 4 * c));
}
__device__ __forceinline__ void place_sample(unsigned (&word)[2], int c, unsigned code) {
    word[c / 2] = __byte_perm(word[c / 2], code, c % 2 == 0 ? 0x3254 : 0x5410);
}

constexpr int all_components = 15;

template <bool dithered>
__device__ __forceinline__ void codes_of(const OutputParameters& p, const LaneColumns& columns,
                                         int c, const Numbers& numbers, int y,
                                         unsigned (&codes)[4]) {
    const bool within = (columns.within >> c & 1) != 0;
    if constexpr (dithered) {
        const float4 noise = *reinterpret_cast<const float4*>(noise_at(columns, c, columns.x, y));
        const float offset[4] = {noise.x, noise.y, noise.z, noise.w};
#pragma unroll
        for (int i = 0; i < 4; ++i)
            codes[i] = quantize(numbers[i], offset[i], p.component[c], within);
    } else {
#pragma unroll
        for (int i = 0; i < 4; ++i) codes[i] = nearest_code(numbers[i], p.component[c], within);
    }
}

template <class T, int components, bool dithered>
__device__ __forceinline__ PixelWords<T> samples_of(const OutputParameters& p,
                                                    const LaneColumns& columns,
                                                    const Numbers (&numbers)[4], int y) {
    constexpr bool only_colors = sizeof(T) == 1 && components == 7;
    PixelWords<T> pixels;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        for (unsigned& word : pixels.word[i]) word = ~0u;
    }
#pragma unroll
    for (int c = 0; c < 4; ++c) {
        if ((components >> c & 1) == 0 || (c == 3 && p.component[c].plane < 0)) continue;
        unsigned codes[4];
        codes_of<dithered>(p, columns, c, numbers[c], y, codes);
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            if (only_colors && c == 0) {
                pixels.word[i][0] = codes[i];
            } else {
                place_sample(pixels.word[i], c, codes[i]);
            }
        }
    }
    return pixels;
}

template <class T, int components, bool dithered>
__device__ __forceinline__ PixelWords<T> computed_pixels(const OutputParameters& p,
                                                         LaneColumns& columns, int y) {
    Numbers numbers[4];
    output(numbers, columns.x, y, columns.own);
    columns.within = output_within();
    return samples_of<T, components, dithered>(p, columns, numbers, y);
}

__device__ __forceinline__ PixelWords<unsigned char> copied_pixels(const LaneColumns& columns,
                                                                   int y) {
    unsigned pixel[4];
    input_bytes(pixel, columns.x, y);
    return {{{pixel[0]}, {pixel[1]}, {pixel[2]}, {pixel[3]}}};
}

template <class T>
__device__ __forceinline__ PixelWords<T> pixels_of_row(const OutputParameters& p,
                                                       LaneColumns& columns, int y) {
    if constexpr (sizeof(T) == 1) {
        if (copies_input()) return copied_pixels(columns, y);
    }
    return computed_pixels<T, all_components, true>(p, columns, y);
}

// -------------------------------------------------------------------------------------------------

__device__ __forceinline__ void put_in_order(const OutputParameters& p, unsigned (&word)[1]) {
    word[0] = __byte_perm(word[0], 0, p.order[0]);
}
__device__ __forceinline__ void put_in_order(const OutputParameters& p, unsigned (&word)[2]) {
    const unsigned low = word[0], high = word[1];
    word[0] = __byte_perm(low, high, p.order[0]);
    word[1] = __byte_perm(low, high, p.order[1]);
}

__device__ __forceinline__ void store_vector(void* to, const unsigned (&word)[4]) {
    *static_cast<uint4*>(to) = make_uint4(word[0], word[1], word[2], word[3]);
}

__device__ __forceinline__ void store_fours(unsigned char* to,
                                            const PixelWords<unsigned char>& pixels) {
    const auto& w = pixels.word;
    store_vector(to, {w[0][0], w[1][0], w[2][0], w[3][0]});
}
__device__ __forceinline__ void store_fours(unsigned short* to,
                                            const PixelWords<unsigned short>& pixels) {
    const auto& w = pixels.word;
    store_vector(to, {w[0][0], w[0][1], w[1][0], w[1][1]});
    store_vector(to + 8, {w[2][0], w[2][1], w[3][0], w[3][1]});
}

__device__ __forceinline__ void store_threes(unsigned char* to,
                                             const PixelWords<unsigned char>& pixels) {
    const auto& w = pixels.word;
    auto* const words = reinterpret_cast<unsigned*>(to);
    words[0] = __byte_perm(w[0][0], w[1][0], 0x4210);
    words[1] = __byte_perm(w[1][0], w[2][0], 0x5421);
    words[2] = __byte_perm(w[2][0], w[3][0], 0x6542);
}
__device__ __forceinline__ void store_threes(unsigned short* to,
                                             const PixelWords<unsigned short>& pixels) {
    const auto& w = pixels.word;
    auto* const words = reinterpret_cast<uint2*>(to);
    words[0] = make_uint2(w[0][0], __byte_perm(w[0][1], w[1][0], 0x5410));
    words[1] = make_uint2(__byte_perm(w[1][0], w[1][1], 0x5432), w[2][0]);
    words[2] =
        make_uint2(__byte_perm(w[2][1], w[3][0], 0x5410), __byte_perm(w[3][0], w[3][1], 0x5432));
}

template <class T>
__device__ __forceinline__ void store_some(T* to, const PixelWords<T>& pixels, int count,
                                           int step) {
    constexpr int per_word = 4 / sizeof(T);
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        if (i >= count) break;
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            const unsigned word = pixels.word[i][k / per_word];
            if (k < step)
                to[i * step + k] = static_cast<T>(word >> (8 * sizeof(T) * (k % per_word)));
        }
    }
}

template <class T>
__device__ __forceinline__ void store_packed(const OutputParameters& p, const LaneColumns& columns,
                                             PixelWords<T> pixels, int y) {
    const int step = p.component[0].step;
    T* const to = row_of<T>(columns, p.component[0], y, columns.x * step).at;
#pragma unroll
    for (auto& word : pixels.word) put_in_order(p, word);
    if (!columns.whole) {
        store_some(to, pixels, columns.width - columns.x, step);
    } else if (step == 4) {
        store_fours(to, pixels);
    } else {
        store_threes(to, pixels);
    }
}

}  // namespace
}  // namespace tonelift::cuda
