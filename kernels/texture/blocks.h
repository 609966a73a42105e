// SPDX-License-Identifier: BSD-2-Clause
//
// Encodes texture blocks. A Number is either a float, to encode one block, or a vector with one
// lane per block, to encode several blocks at once.

// clang-format off
#include "kernels/texture/color_block.h"
#include "kernels/texture/color_clusters.h"
#include "kernels/texture/fast_color.h"
#include "kernels/texture/level_block.h"
// clang-format on

struct LevelBlock {
    Number end[2];
    Number index[16];
};

TONELIFT_BLOCK ColorBlock nearest_block(const BlockPixels& pixels, const ColorLine& line) {
    const Palette palette(pixels, line);
    ColorBlock block{line, {}};
    Number least;
    TONELIFT_UNROLLED
    for (int i = 0; i < 16; ++i) block.step[i] = palette.step(pixels, i, least);
    return block;
}

TONELIFT_BLOCK FittedLine good_line(const BlockPixels& pixels, bool only_thirds) {
    Number axis[3];
    principal_axis(covariance_of(products_of(pixels), pixels.sum, 16), axis);
    FittedLine found = single_color_found(pixels, only_thirds);
    TONELIFT_ROLLED
    for (int kind = 0; kind < (only_thirds ? 1 : 2); ++kind)
        refine(pixels, outermost(pixels, axis, static_cast<float>(kind)), 2, found);
    search(pixels, 1, false, found);
    return found;
}

// Encodes the colors of a block. `only_thirds` must be true for BC3, whose color blocks always have
// two colors between the end colors.
template <BlockQuality quality>
TONELIFT_BLOCK ColorBlock compressed_color(BlockPixels& pixels, bool only_thirds) {
    if constexpr (quality == BlockQuality::fast) return fast_block(pixels);
    sum_up(pixels, pixels.sum);
    constexpr bool best = quality == BlockQuality::best;
    const FittedLine found = best ? best_line(pixels, only_thirds) : good_line(pixels, only_thirds);
    return nearest_block(pixels, found.line);
}

TONELIFT_BLOCK LevelBlock nearest_block(const Number (&levels)[16], const LevelEnds& ends) {
    Number palette[8], least;
    palette_of(ends.end, palette);
    LevelBlock block{{ends.end[0], ends.end[1]}, {}};
    TONELIFT_UNROLLED
    for (int i = 0; i < 16; ++i) block.index[i] = nearest_index(palette, levels[i], least);
    return block;
}

TONELIFT_BLOCK LevelBlock block_between(const Number (&levels)[16], Number low, Number high) {
    const Number first = nearest_level(high), second = nearest_level(low);
    const Number scale = Number(7.0f) / max(first - second, Number(1.0f));
    LevelBlock block{{first, second}, {}};
    TONELIFT_UNROLLED
    for (int i = 0; i < 16; ++i) block.index[i] = index_by_place(levels[i], first, scale);
    return block;
}

template <BlockQuality quality>
TONELIFT_BLOCK LevelBlock compressed_levels(const Number (&levels)[16]) {
    Number low, high;
    range_of(levels, 0, low, high);
    if constexpr (quality == BlockQuality::fast) return block_between(levels, low, high);
    LevelEnds found = with_error(levels, nearest_level(high), nearest_level(low));
    TONELIFT_ROLLED
    for (int round = 0; round < 2; ++round) keep_better(refitted(levels, found), found);
    range_of(levels, 4, low, high);
    keep_better(with_error(levels, nearest_level(min(low, high)), nearest_level(max(low, high))),
                found);
    search(levels, quality == BlockQuality::best ? 8 : 1, found);
    return nearest_block(levels, found);
}

// BlockQuality::fast cuts off both ends of the luma range. It cuts off luma_left_out times the
// range at each end, but at most most_left_out levels.
constexpr float luma_left_out = 1.0f / 40, most_left_out = 2;

template <BlockQuality quality>
TONELIFT_BLOCK LevelBlock compressed_luma(const Number (&luma)[16]) {
    if constexpr (quality != BlockQuality::fast) return compressed_levels<quality>(luma);
    Number low, high;
    range_of(luma, 0, low, high);
    const Number inset = min((high - low) * Number(luma_left_out), Number(most_left_out));
    return block_between(luma, low + min(inset, low), high - min(inset, Number(255.0f) - high));
}

// Scaled YCoCg stores luma in alpha, chroma (Co, Cg) in red and green, and the scale of the chroma
// in blue.

TONELIFT_BLOCK BlockPixels scaled_chroma(const BlockPixels& pixels, Number& scale) {
    BlockPixels chroma{{}, {}, {6, 8, 1}, false};
    Number largest(0.0f);
    TONELIFT_UNROLLED
    for (int i = 0; i < 16; ++i) {
        const Number r = pixels.level[0][i], g = pixels.level[1][i], b = pixels.level[2][i];
        chroma.level[0][i] = (r - b) * Number(0.5f);
        chroma.level[1][i] = (g + g - r - b) * Number(0.25f);
        largest = max(largest, max(abs(chroma.level[0][i]), abs(chroma.level[1][i])));
    }
    scale = where(largest < Number(31.0f), Number(4.0f),
                  where(largest < Number(63.0f), Number(2.0f), Number(1.0f)));
    TONELIFT_UNROLLED
    for (int i = 0; i < 16; ++i) {
        TONELIFT_UNROLLED
        for (int k = 0; k < 2; ++k)
            chroma.level[k][i] =
                min(nearest_whole(chroma.level[k][i] * scale) + Number(128.0f), Number(255.0f));
        chroma.level[2][i] = (scale - Number(1.0f)) * Number(8.0f);
    }
    return chroma;
}

// Computes the luma of a block from its pixels and its encoded chroma. The luma compensates a part
// of the errors of the encoded chroma.
template <class Block>
TONELIFT_BLOCK void luma_beside(const BlockPixels& pixels, const Block& chroma, Number scale,
                                Number (&luma)[16]) {
    const Number a = level_of(code_of(chroma, 0, 1), 1), b = level_of(code_of(chroma, 1, 1), 1);
    Number green[4] = {a, third(a, b), third(b, a), b};
    const Number by = Number(1.0f) / scale;
    TONELIFT_UNROLLED
    for (int j = 0; j < 4; ++j) green[j] = (green[j] - Number(128.0f)) * by;
    TONELIFT_UNROLLED
    for (int i = 0; i < 16; ++i) {
        const Number step = step_of(chroma, i);
        const Number lower = where(step < Number(0.5f), green[0], green[1]);
        const Number upper = where(step < Number(2.5f), green[2], green[3]);
        const Number part = where(step < Number(1.5f), lower, upper);
        const Number sum = pixels.level[0][i] + pixels.level[1][i] + pixels.level[2][i];
        luma[i] = clamp((sum + part) * Number(1.0f / 3), Number(0.0f), Number(255.0f));
    }
}

TONELIFT_BLOCK void write_color(const ColorBlock& block, Number (&words)[color_words]) {
    words[0] = joined(block.line.code[0]);
    words[1] = joined(block.line.code[1]);
    words[2] = block.line.kind;
    words[3] = words[4] = Number(0.0f);
    TONELIFT_UNROLLED
    for (int i = 15; i >= 0; --i)
        words[3 + i / 8] = multiply_add(words[3 + i / 8], Number(4.0f), block.step[i]);
}

TONELIFT_BLOCK void write_levels(const LevelBlock& block, Number (&words)[level_words]) {
    words[0] = block.end[0] + block.end[1] * Number(256.0f);
    TONELIFT_UNROLLED
    for (int row = 0; row < 4; ++row) {
        words[row + 1] = Number(0.0f);
        TONELIFT_UNROLLED
        for (int i = 4 * row + 3; i >= 4 * row; --i)
            words[row + 1] = multiply_add(words[row + 1], Number(8.0f), block.index[i]);
    }
}
