// SPDX-License-Identifier: BSD-2-Clause
//
// Texture blocks on the CPU, as many at once as a vector has lanes.
#include <algorithm>
#include <cstring>

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
#define TONELIFT_BLOCK HWY_INLINE
#include "kernels/texture/blocks.h"
#undef TONELIFT_BLOCK

}  // namespace math

namespace {

constexpr int most_lanes = 16;

int lanes() { return static_cast<int>(hwy::HWY_NAMESPACE::Lanes(math::Floats())); }

// The levels of a channel in blocks beside each other, pixel by pixel, the blocks together.
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

math::Pixels read_pixels(const RgbaPicture& picture, int block, int row) {
    math::Pixels pixels;
    for (int channel = 0; channel < 3; ++channel) {
        pixels.weight[channel] = 1;
        read_channel(picture, block, row, channel, pixels.level[channel]);
    }
    return pixels;
}

// Words of blocks beside each other.
template <size_t count>
struct Words {
    explicit Words(const math::Vec (&words)[count]) {
        for (size_t i = 0; i < count; ++i)
            hwy::HWY_NAMESPACE::Store(words[i].v, math::Floats(), word[i]);
    }
    uint64_t at(size_t i, int lane) const { return static_cast<uint64_t>(word[i][lane]); }
    alignas(64) float word[count][most_lanes];
};

uint64_t color_bits(const Words<4>& words, int lane) {
    return words.at(0, lane) | words.at(1, lane) << 16 | words.at(2, lane) << 32 |
           words.at(3, lane) << 48;
}

uint64_t level_bits(const Words<5>& words, int lane) {
    return words.at(0, lane) | words.at(1, lane) << 16 | words.at(2, lane) << 28 |
           words.at(3, lane) << 40 | words.at(4, lane) << 52;
}

Words<4> color_words(const math::ColorBlock& block, bool only_thirds) {
    math::Vec words[4];
    math::write_color(block, only_thirds, words);
    return Words<4>(words);
}

Words<5> level_words(const math::Vec (&levels)[16], BlockQuality quality) {
    math::Vec words[5];
    math::write_levels(math::compressed_levels(levels, quality), words);
    return Words<5>(words);
}

// Blocks in order, the first `count` of the lanes.
void store(int count, std::byte* to, const Words<5>* levels, const Words<4>* colors) {
    for (int lane = 0; lane < count; ++lane) {
        if (levels != nullptr) {
            const uint64_t bits = level_bits(*levels, lane);
            std::memcpy(to, &bits, sizeof bits);
            to += sizeof bits;
        }
        if (colors != nullptr) {
            const uint64_t bits = color_bits(*colors, lane);
            std::memcpy(to, &bits, sizeof bits);
            to += sizeof bits;
        }
    }
}

void compress_rgb(BlockQuality quality, const RgbaPicture& picture, int block, int row, int count,
                  std::byte* to) {
    const math::Pixels pixels = read_pixels(picture, block, row);
    const Words<4> colors = color_words(math::compressed_color(pixels, quality, false), false);
    store(count, to, nullptr, &colors);
}

void compress_rgba(BlockQuality quality, const RgbaPicture& picture, int block, int row, int count,
                   std::byte* to) {
    const math::Pixels pixels = read_pixels(picture, block, row);
    math::Vec alpha[16];
    read_channel(picture, block, row, 3, alpha);
    const Words<4> colors = color_words(math::compressed_color(pixels, quality, true), true);
    const Words<5> levels = level_words(alpha, quality);
    store(count, to, &levels, &colors);
}

void compress_ycocg(BlockQuality quality, const RgbaPicture& picture, int block, int row, int count,
                    std::byte* to) {
    const math::Pixels pixels = read_pixels(picture, block, row);
    math::Vec scale, luma[16];
    const auto chroma = math::compressed_color(math::scaled_chroma(pixels, scale), quality, true);
    math::luma_beside(pixels, chroma, scale, luma);
    const Words<4> colors = color_words(chroma, true);
    const Words<5> levels = level_words(luma, quality);
    store(count, to, &levels, &colors);
}

void compress_alpha(BlockQuality quality, const RgbaPicture& picture, int block, int row, int count,
                    std::byte* to) {
    math::Vec alpha[16];
    read_channel(picture, block, row, 3, alpha);
    const Words<5> levels = level_words(alpha, quality);
    store(count, to, &levels, nullptr);
}

}  // namespace

void compress_row_target(BlockFormat format, BlockQuality quality, const RgbaPicture& picture,
                         int row, std::byte* to) {
    const auto compress = format == BlockFormat::bc1         ? compress_rgb
                          : format == BlockFormat::bc3       ? compress_rgba
                          : format == BlockFormat::bc3_ycocg ? compress_ycocg
                                                             : compress_alpha;
    const int blocks = blocks_of(picture.width);
    for (int block = 0; block < blocks; block += lanes()) {
        compress(quality, picture, block, row, std::min(lanes(), blocks - block),
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
                  std::byte* to, const InstructionSet& set) {
    TONELIFT_DISPATCH(set, compress_row_target)(format, quality, picture, row, to);
}

}  // namespace tonelift
#endif
