// SPDX-License-Identifier: BSD-2-Clause
#include "tests/reference/plain_blocks.h"

#include <cstring>

#include "kernels/math/plain.h"

namespace tonelift {
namespace math {

using Number = float;
#define TONELIFT_BLOCK inline
#include "kernels/texture/blocks.h"
#undef TONELIFT_BLOCK

}  // namespace math

namespace {

math::Pixels pixels_of(const RgbaBlock& block, float (&alpha)[16]) {
    math::Pixels pixels;
    for (size_t i = 0; i < 16; ++i) {
        for (size_t k = 0; k < 3; ++k) pixels.level[k][i] = block[i][k];
        alpha[i] = block[i][3];
    }
    for (float& weight : pixels.weight) weight = 1;
    return pixels;
}

uint64_t color_bits(const math::ColorBlock& block, bool only_thirds) {
    float words[4];
    math::write_color(block, only_thirds, words);
    uint64_t bits = 0;
    for (int i = 3; i >= 0; --i) bits = bits << 16 | static_cast<uint64_t>(words[i]);
    return bits;
}

uint64_t level_bits(const math::LevelBlock& block) {
    float words[5];
    math::write_levels(block, words);
    uint64_t bits = 0;
    for (int i = 4; i > 0; --i) bits = bits << 12 | static_cast<uint64_t>(words[i]);
    return bits << 16 | static_cast<uint64_t>(words[0]);
}

}  // namespace

std::array<std::byte, 16> compress_plain(BlockFormat format, BlockQuality quality,
                                         const RgbaBlock& block) {
    float levels[16], scale = 1;
    math::Pixels pixels = pixels_of(block, levels);
    const bool ycocg = format == BlockFormat::bc3_ycocg;
    const math::Pixels source = pixels;
    if (ycocg) pixels = math::scaled_chroma(source, scale);
    const bool only_thirds = format != BlockFormat::bc1;
    const math::ColorBlock color = math::compressed_color(pixels, quality, only_thirds);
    if (ycocg) math::luma_beside(source, color, scale, levels);
    uint64_t bits[2] = {level_bits(math::compressed_levels(levels, quality)),
                        color_bits(color, only_thirds)};
    if (format == BlockFormat::bc1) bits[0] = bits[1];
    std::array<std::byte, 16> result{};
    std::memcpy(result.data(), bits, static_cast<size_t>(block_bytes(format)));
    return result;
}

}  // namespace tonelift
