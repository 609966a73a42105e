// SPDX-License-Identifier: BSD-2-Clause
//
// Packing on the CPU: from normalized numbers to the samples of a frame, for any format of
// formats.def. Chroma is filtered to its own grid at its true position (linear; [1 2 1]/4 if it is
// on a luma sample, [1 1]/2 if it is between two). Numbers are dithered and rounded.
#pragma once

#include "kernels/instruction_set.h"
#include "kernels/pass.h"

namespace tonelift {

// Number of rows above and below a block that its chroma needs: 1 on the side where chroma is on
// the luma rows at the block's edge (above for topleft and top, below for bottomleft and bottom),
// else 0.
struct PackHalo {
    int above;
    int below;
};
PackHalo pack_halo(const Picture& picture);

// Components of the rows [-above, rows + below) of a block; row 0 is row y of the frame. If chroma
// has half the height, y and rows are even, except for `rows` of the last block in a frame of odd
// height. Rows have the full width of the frame; row r of component c is at component[c] + r *
// pitch. Components that the format lacks are nullptr. Rows outside the frame are not read: the
// edge row repeats.
struct PackBlock {
    std::array<const float*, 4> component;
    ptrdiff_t pitch;  // floats
    int y;
    int rows;
    int first_row = 0;  // of the frame in memory; not 0 only for formats without chroma rows
};

// Number of scratch floats per call.
size_t pack_scratch(const Picture& picture);

// NaN becomes the number 0 (black, or neutral chroma). Integer codes are clamped to the storage
// range: limited range YUV to 1..254 in 8 bits and the equivalent range in more bits (ITU-R BT.709
// clause 6.10 and BT.2100 table 9 reserve the ends); RGB and full range to all codes. Float samples
// are written unchanged. The unused byte of RGB0 and similar formats is 255. In packed 4:2:2 of odd
// width, the last luma is written twice. The rest of a v210 group is filled with 0. For a texture,
// the pixels to be compressed are written: R, G, B and A bytes side by side.
void pack(const Picture& picture, Dither dither, const PackBlock& block, const FramePlanes& frame,
          float* scratch, const InstructionSet& set = {});

// Codes with more bits than this are not dithered.
constexpr int max_dither_depth = 10;

// The dither of a format: none for blocks with colors of 5 and 6 bits, which are coarser than the
// noise.
Dither dither_of(const Format& format, Dither dither);

// Noise added before rounding to an integer code, in (-0.5, 0.5) codes, for sample (x, y) of a
// component's own plane. Its mean over dither_period x dither_period samples is 0.
constexpr int dither_period = 64;
float dither_offset(Dither dither, int component, int x, int y);
// The noise of samples 0..dither_period - 1 in row y; it repeats after that.
void dither_row(Dither dither, int component, int y, float* noise);

}  // namespace tonelift
