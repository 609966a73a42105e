// SPDX-License-Identifier: BSD-2-Clause
//
// Texture blocks of 4x4 pixels over any Number that has the primitives of kernels/math/plain.h:
// Number is one block, or as many as a vector has lanes. Includes are by those who are in the
// namespace of the primitives: plain_blocks.cpp and blocks_cpu.cpp.

// clang-format off
#include "kernels/texture/color_block.h"
#include "kernels/texture/color_clusters.h"
#include "kernels/texture/level_block.h"
// clang-format on

// only_thirds: as in BC3; BC1 has the other lines, too.
TONELIFT_BLOCK ColorBlock compressed_color(const Pixels& pixels, BlockQuality quality,
                                           bool only_thirds) {
    const Line thirds = outermost(pixels, line_of_thirds);
    ColorBlock block = assigned(pixels, single_color(pixels));
    refine(pixels, thirds, quality == BlockQuality::fast ? 1 : 2, block);
    if (quality == BlockQuality::fast) return block;
    const bool best = quality == BlockQuality::best;
    if (best) refine(pixels, best_cut(pixels, thirds), 2, block);
    if (!only_thirds) {
        const Line middle = outermost(pixels, line_with_middle);
        refine(pixels, middle, 2, block);
        if (best) refine(pixels, best_cut(pixels, middle), 2, block);
    }
    search(pixels, best ? 4 : 1, best, block);
    return block;
}

TONELIFT_BLOCK LevelBlock compressed_levels(const Number (&levels)[16], BlockQuality quality) {
    Number low, high;
    range_of(levels, 0, low, high);
    LevelBlock block = assigned(levels, nearest_level(high), nearest_level(low));
    if (quality == BlockQuality::fast) return block;
    for (int round = 0; round < 2; ++round) keep_better(refitted(levels, block), block);
    range_of(levels, 4, low, high);
    keep_better(assigned(levels, nearest_level(min(low, high)), nearest_level(max(low, high))),
                block);
    search(levels, quality == BlockQuality::best ? 8 : 1, block);
    return block;
}

// -------------------------------------------------------------------------------------------------
// Scaled YCoCg: chroma in the channels red and green of the color block, by a scale of 1, 2 or 4
// that its blue channel tells, and luma in the level block. Chroma counts as it does in red, green
// and blue, once luma has taken what it can of chroma's error.

TONELIFT_BLOCK Pixels scaled_chroma(const Pixels& pixels, Number& scale) {
    Pixels chroma;
    Number largest(0.0f);
    for (int i = 0; i < 16; ++i) {
        const Number r = pixels.level[0][i], g = pixels.level[1][i], b = pixels.level[2][i];
        chroma.level[0][i] = (r - b) * Number(0.5f);
        chroma.level[1][i] = (g + g - r - b) * Number(0.25f);
        largest = max(largest, max(abs(chroma.level[0][i]), abs(chroma.level[1][i])));
    }
    scale = where(largest < Number(31.0f), Number(4.0f),
                  where(largest < Number(63.0f), Number(2.0f), Number(1.0f)));
    for (int i = 0; i < 16; ++i) {
        chroma.level[0][i] = chroma.level[0][i] * scale + Number(128.0f);
        chroma.level[1][i] = chroma.level[1][i] * scale + Number(128.0f);
        chroma.level[2][i] = (scale - Number(1.0f)) * Number(8.0f);
    }
    chroma.weight[0] = 2;
    chroma.weight[1] = 8.0f / 3;
    chroma.weight[2] = 1;
    return chroma;
}

// The luma of each pixel that is best beside its chroma as the block has it: orange adds to red
// what it takes from blue, so that only green chroma counts.
TONELIFT_BLOCK void luma_beside(const Pixels& pixels, const ColorBlock& chroma, Number scale,
                                Number (&luma)[16]) {
    Number color[4][3];
    palette_of(chroma.line, color);
    for (int i = 0; i < 16; ++i) {
        Number green = color[0][1];
        for (int j = 1; j < 4; ++j)
            green = where(chroma.index[i] == Number(static_cast<float>(j)), color[j][1], green);
        const Number part = (green - Number(128.0f)) / scale;
        const Number sum = pixels.level[0][i] + pixels.level[1][i] + pixels.level[2][i];
        luma[i] = clamp((sum + part) * Number(1.0f / 3), Number(0.0f), Number(255.0f));
    }
}

// -------------------------------------------------------------------------------------------------
// Blocks as whole numbers of 16 bits or fewer.

// The number that the format has for an index: the ends, then what lies between.
TONELIFT_BLOCK Number number_of(Number index, Number thirds, Number swap) {
    const Number number = where(index == Number(0.0f), Number(0.0f),
                                where(index == Number(3.0f), Number(1.0f), index + Number(1.0f)));
    const Number between_ends = where(thirds > Number(0.0f), Number(5.0f) - number, number);
    const Number other = where(number < Number(2.0f), Number(1.0f) - number, between_ends);
    return where(swap > Number(0.0f), other, number);
}

// The two ends, then the indices of the upper and of the lower eight pixels. In BC1 the order of
// the ends tells whether the line has thirds.
TONELIFT_BLOCK void write_color(const ColorBlock& block, bool only_thirds, Number (&words)[4]) {
    Number end[2];
    for (int i = 0; i < 2; ++i) {
        const Number(&code)[3] = block.line.code[i];
        end[i] = code[0] * Number(2048.0f) + code[1] * Number(32.0f) + code[2];
    }
    const Number thirds = equal(block.line.kind, Number(line_of_thirds));
    Number swap = where(thirds > Number(0.0f), less(end[0], end[1]), less(end[1], end[0]));
    if (only_thirds) swap = Number(0.0f);
    const Number several = where(end[0] == end[1], Number(1.0f) - thirds, Number(1.0f));
    words[0] = where(swap > Number(0.0f), end[1], end[0]);
    words[1] = where(swap > Number(0.0f), end[0], end[1]);
    words[2] = words[3] = Number(0.0f);
    for (int i = 15; i >= 0; --i) {
        Number& word = words[i < 8 ? 2 : 3];
        word = word * Number(4.0f) + several * number_of(block.index[i], thirds, swap);
    }
}

// The two ends in one word, then the indices of each row, 12 bits.
TONELIFT_BLOCK void write_levels(const LevelBlock& block, Number (&words)[5]) {
    words[0] = block.end[0] + block.end[1] * Number(256.0f);
    for (int row = 0; row < 4; ++row) {
        Number& word = words[row + 1] = Number(0.0f);
        for (int i = 3; i >= 0; --i) word = word * Number(8.0f) + block.index[4 * row + i];
    }
}
