// SPDX-License-Identifier: BSD-2-Clause
//
// From normalized numbers to the samples of a frame, on the CPU: chroma brought to its own grid at
// its true position (linear, [1 2 1]/4 where it sits on a luma sample, [1 1]/2 between two),
// dithered and rounded, any format of formats.def.
#pragma once

#include "kernels/instruction_set.h"
#include "kernels/pass.h"

namespace tonelift {

// Rows above and below a block of rows that its chroma needs: 1 on the side where chroma sits on
// the luma rows at the block's edge (above for topleft and top, below for bottomleft and bottom),
// else 0.
struct PackHalo {
    int above;
    int below;
};
PackHalo pack_halo(const Picture& picture);

// Components of rows [-above, rows + below) of a block, row 0 being row y of the frame. Where
// chroma is of half height, y and rows are even, but for the rows of the last block of an odd
// frame. Full rows of the frame's width; row r of component c is at component[c] + r * pitch. A
// component that the format does not have is nullptr. Rows outside the frame are not read: the edge
// row repeats.
struct PackBlock {
    std::array<const float*, 4> component;
    ptrdiff_t pitch;  // floats
    int y;
    int rows;
    int first_row = 0;  // of the frame in memory; above 0 only for formats without chroma's rows
};

// Floats of scratch that a call needs.
size_t pack_scratch(const Picture& picture);

// NaN counts as the number 0 (black, or chroma's center). Integer codes are clamped to the storage
// range (limited range YUV: to 1..254 in 8 bits and its like above, ITU-R BT.709 clause 6.10 and
// BT.2100 table 9 reserve the ends; RGB and full range to all codes). Float samples are written as
// they are. The unused byte of RGB0 and its like is written as 255,
// the last luma of packed 4:2:2 of an odd width twice, and 0 into what is left of a group of v210.
// Of a texture, the pixels that are to be compressed are written: R, G, B and A bytes side by side.
void pack(const Picture& picture, Dither dither, const PackBlock& block, const FramePlanes& frame,
          float* scratch, const InstructionSet& set = {});

// Codes of more bits than this are not dithered.
constexpr int max_dither_depth = 10;

// How a format is dithered: not where blocks have colors of 5 and 6 bits, which are coarser than
// the noise.
Dither dither_of(const Format& format, Dither dither);

// Noise added before rounding to an integer code, in (-0.5, 0.5) codes, for sample (x, y) of a
// component's own plane. Its mean over dither_period x dither_period samples is 0.
constexpr int dither_period = 64;
float dither_offset(Dither dither, int component, int x, int y);
// The noise of samples 0..dither_period - 1 of row y; from there on it repeats.
void dither_row(Dither dither, int component, int y, float* noise);

}  // namespace tonelift
