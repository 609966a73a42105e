// SPDX-License-Identifier: BSD-2-Clause
//
// Encodes texture blocks on CUDA, one texture block per thread. Compile this file without automatic
// fused multiply-add, so that the encoded bits equal those of the CPU.
#pragma once

#include "kernels/format.h"
#include "kernels/math/plain.h"
#include "kernels/texture/block_bits.h"
#include "kernels/texture/single_color.h"

namespace tonelift::cuda::math {

using namespace tonelift::math;
using Number = float;

// min() and max() are single instructions. They need no handling of NaN, because their operands are
// never NaN here.
__device__ __forceinline__ float min(float a, float b) { return fminf(a, b); }
__device__ __forceinline__ float max(float a, float b) { return fmaxf(a, b); }

__device__ __forceinline__ float saturate(float a) { return __saturatef(a); }

// Returns a * b + c. The fused operation has the same result as the two separate operations here,
// because all operands are integers.
__device__ __forceinline__ float multiply_add(float a, float b, float c) { return fmaf(a, b, c); }

// Returns a / b, rounded as on the CPU. This equality with the CPU was tested for all integer
// divisors `b` below 2^24 - 1.
__device__ __forceinline__ float quotient(float a, float b) {
    float inverse;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(inverse) : "f"(b));
    inverse = fmaf(fmaf(-b, inverse, 1.0f), inverse, inverse);
    float result = a * inverse;
#pragma unroll
    for (int i = 0; i < 2; ++i) result = fmaf(fmaf(-b, result, a), inverse, result);
    return result;
}

constexpr int code_place(int channel) { return channel == 0 ? 11 : channel == 1 ? 5 : 0; }
constexpr unsigned code_mask(int channel) { return channel == 1 ? 63 : 31; }

struct PackedEnds {
    uint32_t of[3][256];
};

constexpr PackedEnds make_packed_ends(Between place) {
    PackedEnds packed{};
    for (int k = 0; k < 3; ++k) {
        const SingleEnds single = make_single_ends(k == 1 ? 6 : 5, place);
        for (int level = 0; level < 256; ++level) {
            const uint32_t ends = single.ends[level];
            packed.of[k][level] = ((ends & 255) | (ends >> 8) << 16) << code_place(k);
        }
    }
    return packed;
}

__device__ const PackedEnds ends_around_third = make_packed_ends(Between::third);
__device__ const PackedEnds ends_around_half = make_packed_ends(Between::half);

__device__ __forceinline__ unsigned whole_level(float level) {
    return __float_as_uint(level + 12582912.0f) & 255;
}

__device__ __forceinline__ void single_ends(float level, int channel, Between place, float& first,
                                            float& second) {
    const PackedEnds& known = place == Between::third ? ends_around_third : ends_around_half;
    const unsigned ends = known.of[channel][whole_level(level)];
    first = static_cast<float>(ends >> code_place(channel) & code_mask(channel));
    second = static_cast<float>(ends >> (16 + code_place(channel)) & code_mask(channel));
}

#define TONELIFT_BLOCK __device__ __forceinline__
#include "kernels/texture/blocks.h"
#undef TONELIFT_BLOCK

struct RgbaWords {
    unsigned word[16];
};

#include "kernels/texture/packed_pixels.cuh"

__device__ __forceinline__ float byte_of(unsigned word, int channel) {
    return __uint_as_float(__byte_perm(word, 0x4B000000u, 0x7550u | channel)) - 8388608.0f;
}

__device__ __forceinline__ void levels_of(const RgbaWords& block, int channel, float (&level)[16]) {
#pragma unroll
    for (int i = 0; i < 16; ++i) level[i] = byte_of(block.word[i], channel);
}

__device__ __forceinline__ BlockPixels pixels_of(const RgbaWords& block) {
    BlockPixels pixels;
    pixels.black = false;
#pragma unroll
    for (int channel = 0; channel < 3; ++channel) {
        pixels.weight[channel] = 1;
        levels_of(block, channel, pixels.level[channel]);
    }
    return pixels;
}

template <BlockQuality quality>
__device__ __forceinline__ auto compressed_rgb(const RgbaWords& block, bool only_thirds) {
    if constexpr (quality == BlockQuality::fast) {
        return fast_block(packed(block));
    } else {
        BlockPixels pixels = pixels_of(block);
        return compressed_color<quality>(pixels, only_thirds);
    }
}

template <BlockQuality quality>
__device__ __forceinline__ auto compressed_chroma(BlockPixels& chroma) {
    if constexpr (quality == BlockQuality::fast) {
        return fast_block(packed(chroma));
    } else {
        return compressed_color<quality>(chroma, true);
    }
}

template <int count>
__device__ __forceinline__ void whole(const float (&words)[count], uint32_t (&numbers)[count]) {
#pragma unroll
    for (int i = 0; i < count; ++i) numbers[i] = static_cast<uint32_t>(words[i]);
}

__device__ __forceinline__ uint64_t bits_of(const ColorBlock& block, bool only_thirds) {
    float words[color_words];
    uint32_t numbers[color_words];
    write_color(block, words);
    whole(words, numbers);
    return color_bits(numbers, only_thirds);
}

__device__ __forceinline__ uint64_t bits_of(const PackedColorBlock& block, bool only_thirds) {
    return color_bits(
        {block.ends & 0xFFFF, block.ends >> 16, 0, block.step & 0xFFFF, block.step >> 16},
        only_thirds);
}

__device__ __forceinline__ uint64_t bits_of(const LevelBlock& block) {
    float words[level_words];
    uint32_t numbers[level_words];
    write_levels(block, words);
    whole(words, numbers);
    return level_bits(numbers);
}

template <BlockFormat format, BlockQuality quality>
__device__ __forceinline__ void compress(const RgbaWords& block, unsigned long long (&bits)[2]) {
    float levels[16];
    if constexpr (format == BlockFormat::bc3 || format == BlockFormat::bc4) {
        levels_of(block, 3, levels);
        bits[0] = bits_of(compressed_levels<quality>(levels));
    }
    if constexpr (format == BlockFormat::bc1 || format == BlockFormat::bc3) {
        constexpr bool only_thirds = format == BlockFormat::bc3;
        bits[only_thirds ? 1 : 0] =
            bits_of(compressed_rgb<quality>(block, only_thirds), only_thirds);
    }
    if constexpr (format == BlockFormat::bc3_ycocg) {
        float scale;
        BlockPixels chroma = scaled_chroma(pixels_of(block), scale);
        const auto colors = compressed_chroma<quality>(chroma);
        bits[1] = bits_of(colors, true);
        luma_beside(pixels_of(block), colors, scale, levels);
        bits[0] = bits_of(compressed_luma<quality>(levels));
    }
}

}  // namespace tonelift::cuda::math
