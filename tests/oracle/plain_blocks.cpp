// SPDX-License-Identifier: BSD-2-Clause
#include "tests/oracle/plain_blocks.h"

#include <cstring>

#include "kernels/math/plain.h"
#include "kernels/texture/block_bits.h"
#include "kernels/texture/single_color.h"

namespace tonelift {
namespace math {

using Number = float;

inline void single_ends(float level, int channel, Between place, float& first, float& second) {
    find_single_ends(level, channel, place, first, second);
}

#define TONELIFT_BLOCK inline
#include "kernels/texture/blocks.h"
#undef TONELIFT_BLOCK

}  // namespace math

namespace {

math::BlockPixels pixels_of(const RgbaBlock& block, float (&alpha)[16]) {
    math::BlockPixels pixels;
    for (size_t i = 0; i < 16; ++i) {
        for (size_t k = 0; k < 3; ++k) pixels.level[k][i] = block[i][k];
        alpha[i] = block[i][3];
    }
    for (float& weight : pixels.weight) weight = 1;
    pixels.black = false;
    return pixels;
}

template <int count>
void whole(const float (&words)[count], uint32_t (&numbers)[count]) {
    for (int i = 0; i < count; ++i) numbers[i] = static_cast<uint32_t>(words[i]);
}

uint64_t bits_of(const math::ColorBlock& block, bool only_thirds) {
    float words[color_words];
    uint32_t numbers[color_words];
    math::write_color(block, words);
    whole(words, numbers);
    return color_bits(numbers, only_thirds);
}

uint64_t bits_of(const math::LevelBlock& block) {
    float words[level_words];
    uint32_t numbers[level_words];
    math::write_levels(block, words);
    whole(words, numbers);
    return level_bits(numbers);
}

template <BlockQuality quality>
std::array<std::byte, 16> compress(BlockFormat format, const RgbaBlock& block, bool opaque) {
    float levels[16], scale = 1;
    math::BlockPixels pixels = pixels_of(block, levels);
    const bool ycocg = format == BlockFormat::bc3_ycocg;
    const math::BlockPixels source = pixels;
    if (ycocg) pixels = math::scaled_chroma(source, scale);
    const bool only_thirds = format != BlockFormat::bc1;
    pixels.black = opaque && !only_thirds && quality == BlockQuality::best;
    const math::ColorBlock color = math::compressed_color<quality>(pixels, only_thirds);
    if (ycocg) math::luma_beside(source, color, scale, levels);
    uint64_t bits[2] = {bits_of(ycocg ? math::compressed_luma<quality>(levels)
                                      : math::compressed_levels<quality>(levels)),
                        bits_of(color, only_thirds)};
    if (format == BlockFormat::bc1) bits[0] = bits[1];
    std::array<std::byte, 16> result{};
    std::memcpy(result.data(), bits, static_cast<size_t>(block_bytes(format)));
    return result;
}

}  // namespace

std::array<std::byte, 16> compress_plain(BlockFormat format, BlockQuality quality,
                                         const RgbaBlock& block, bool opaque) {
    if (quality == BlockQuality::fast) return compress<BlockQuality::fast>(format, block, opaque);
    if (quality == BlockQuality::normal)
        return compress<BlockQuality::normal>(format, block, opaque);
    return compress<BlockQuality::best>(format, block, opaque);
}

}  // namespace tonelift
