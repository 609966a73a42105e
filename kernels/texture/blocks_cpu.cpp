// SPDX-License-Identifier: BSD-2-Clause
//
// Encodes texture blocks on the CPU. Each lane of a SIMD vector processes one block.
#include <algorithm>
#include <cstring>

#include "kernels/texture/block_bits.h"
#include "kernels/texture/single_color.h"
#include "kernels/texture/texture.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/texture/blocks_cpu.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/math/simd.h"

HWY_BEFORE_NAMESPACE();
namespace tonelift {
namespace HWY_NAMESPACE {
namespace math {

using Number = Vec;

constexpr int most_lanes = 16;

HWY_INLINE int lanes() { return static_cast<int>(hn::Lanes(Floats())); }

HWY_INLINE void single_ends(Vec level, int channel, Between place, Vec& first, Vec& second) {
    alignas(64) float levels[most_lanes], ends[2][most_lanes];
    hn::Store(level.v, Floats(), levels);
    for (int i = 0; i < lanes(); ++i)
        find_single_ends(levels[i], channel, place, ends[0][i], ends[1][i]);
    first.v = hn::Load(Floats(), ends[0]);
    second.v = hn::Load(Floats(), ends[1]);
}

// Scalar code uses `inline` instead of HWY_INLINE, because compiling it with HWY_INLINE takes long.
#if HWY_TARGET == HWY_SCALAR
#define TONELIFT_BLOCK inline
#else
#define TONELIFT_BLOCK HWY_INLINE
#endif
#include "kernels/texture/blocks.h"
#undef TONELIFT_BLOCK

}  // namespace math

namespace {

using math::lanes;
using math::most_lanes;

void read_channel(const RgbaPicture& picture, int block, int row, int channel,
                  math::Vec (&levels)[16]) {
    alignas(64) float rows[most_lanes];
    for (int i = 0; i < 16; ++i) {
        const int y = std::min(block_side * row + i / block_side, picture.height - 1);
        const uint8_t* from = picture.data + y * picture.pitch + channel;
        for (int lane = 0; lane < lanes(); ++lane) {
            const int x = block_side * (block + lane) + i % block_side;
            rows[lane] = from[4 * std::min(x, picture.width - 1)];
        }
        levels[i].v = hwy::HWY_NAMESPACE::Load(math::Floats(), rows);
    }
}

math::BlockPixels read_pixels(const RgbaPicture& picture, int block, int row) {
    math::BlockPixels pixels;
    pixels.black = false;
    for (int channel = 0; channel < 3; ++channel) {
        pixels.weight[channel] = 1;
        read_channel(picture, block, row, channel, pixels.level[channel]);
    }
    return pixels;
}

template <int count>
struct Words {
    explicit Words(const math::Vec (&words)[count]) {
        for (int i = 0; i < count; ++i)
            hwy::HWY_NAMESPACE::Store(words[i].v, math::Floats(), word[i]);
    }
    void at(int lane, uint32_t (&numbers)[count]) const {
        for (int i = 0; i < count; ++i) numbers[i] = static_cast<uint32_t>(word[i][lane]);
    }
    alignas(64) float word[count][most_lanes] = {};
};

template <int word_count, typename Bits>
void store(const math::Vec (&words)[word_count], int count, ptrdiff_t pitch, std::byte* to,
           const Bits& bits) {
    const Words<word_count> all(words);
    for (int lane = 0; lane < count; ++lane, to += pitch) {
        uint32_t numbers[word_count];
        all.at(lane, numbers);
        const uint64_t block = bits(numbers);
        std::memcpy(to, &block, sizeof block);
    }
}

void store_colors(const math::ColorBlock& block, bool only_thirds, int count, ptrdiff_t pitch,
                  std::byte* to) {
    math::Vec words[color_words];
    math::write_color(block, words);
    store(words, count, pitch, to,
          [=](const auto& numbers) { return color_bits(numbers, only_thirds); });
}

void store_levels(const math::LevelBlock& block, int count, ptrdiff_t pitch, std::byte* to) {
    math::Vec words[level_words];
    math::write_levels(block, words);
    store(words, count, pitch, to, [](const auto& numbers) { return level_bits(numbers); });
}

constexpr ptrdiff_t half = 8;

// color_of() and levels_of() are large searches that several formats share. They are not inlined,
// so that they are compiled only once.
template <BlockQuality quality>
HWY_NOINLINE math::ColorBlock color_of(const RgbaPicture& picture, int block, int row,
                                       bool only_thirds) {
    math::BlockPixels pixels = read_pixels(picture, block, row);
    return math::compressed_color<quality>(pixels, only_thirds);
}

template <BlockQuality quality>
HWY_NOINLINE math::LevelBlock levels_of(const math::Vec (&levels)[16]) {
    return math::compressed_levels<quality>(levels);
}

template <BlockQuality quality>
void compress_rgb(const RgbaPicture& picture, int block, int row, int count, std::byte* to) {
    store_colors(color_of<quality>(picture, block, row, false), false, count, half, to);
}

// Encodes BC1 for decoders that ignore alpha. They show the transparent color of BC1 as black, so
// the encoder can use it as black.
void compress_black_rgb(const RgbaPicture& picture, int block, int row, int count, std::byte* to) {
    math::BlockPixels pixels = read_pixels(picture, block, row);
    pixels.black = true;
    store_colors(math::compressed_color<BlockQuality::best>(pixels, false), false, count, half, to);
}

template <BlockQuality quality>
void compress_rgba(const RgbaPicture& picture, int block, int row, int count, std::byte* to) {
    math::Vec alpha[16];
    read_channel(picture, block, row, 3, alpha);
    store_levels(levels_of<quality>(alpha), count, 2 * half, to);
    store_colors(color_of<quality>(picture, block, row, true), true, count, 2 * half, to + half);
}

template <BlockQuality quality>
void compress_ycocg(const RgbaPicture& picture, int block, int row, int count, std::byte* to) {
    const math::BlockPixels pixels = read_pixels(picture, block, row);
    math::Vec scale, luma[16];
    math::BlockPixels chroma = math::scaled_chroma(pixels, scale);
    const math::ColorBlock colors = math::compressed_color<quality>(chroma, true);
    math::luma_beside(pixels, colors, scale, luma);
    const bool fast = quality == BlockQuality::fast;
    store_levels(fast ? math::compressed_luma<quality>(luma) : levels_of<quality>(luma), count,
                 2 * half, to);
    store_colors(colors, true, count, 2 * half, to + half);
}

template <BlockQuality quality>
void compress_alpha(const RgbaPicture& picture, int block, int row, int count, std::byte* to) {
    math::Vec alpha[16];
    read_channel(picture, block, row, 3, alpha);
    store_levels(levels_of<quality>(alpha), count, half, to);
}

using Compress = void (*)(const RgbaPicture&, int block, int row, int count, std::byte*);

template <BlockQuality quality>
Compress compress_of(BlockFormat format, bool opaque) {
    const bool black = quality == BlockQuality::best && opaque;
    const Compress rgb = black ? compress_black_rgb : compress_rgb<quality>;
    return format == BlockFormat::bc1         ? rgb
           : format == BlockFormat::bc3       ? compress_rgba<quality>
           : format == BlockFormat::bc3_ycocg ? compress_ycocg<quality>
                                              : compress_alpha<quality>;
}

}  // namespace

void compress_row_target(BlockFormat format, BlockQuality quality, const RgbaPicture& picture,
                         int row, std::byte* to, bool opaque) {
    const Compress compress =
        quality == BlockQuality::fast     ? compress_of<BlockQuality::fast>(format, opaque)
        : quality == BlockQuality::normal ? compress_of<BlockQuality::normal>(format, opaque)
                                          : compress_of<BlockQuality::best>(format, opaque);
    const int blocks = blocks_of(picture.width);
    for (int block = 0; block < blocks; block += lanes()) {
        compress(picture, block, row, std::min(lanes(), blocks - block),
                 to + static_cast<ptrdiff_t>(block) * block_bytes(format));
    }
}

}  // namespace HWY_NAMESPACE
}  // namespace tonelift
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tonelift {
namespace {

HWY_EXPORT(compress_row_target);

}  // namespace

void compress_row(BlockFormat format, BlockQuality quality, const RgbaPicture& picture, int row,
                  std::byte* to, const InstructionSet& set, bool opaque) {
    TONELIFT_DISPATCH(set, compress_row_target)(format, quality, picture, row, to, opaque);
}

}  // namespace tonelift
#endif
