// SPDX-License-Identifier: BSD-2-Clause
//
// Packing on the CPU: converts normalized numbers to the samples of a frame, for any format of
// formats.def. Chroma is subsampled by linear filters at its true position. The filter is [1 2 1]/4
// for a sample at a luma position, and [1 1]/2 for a sample between two luma positions. Numbers are
// dithered and rounded.
#pragma once

#include "kernels/instruction_set.h"
#include "kernels/pass.h"

namespace tonelift {

// Number of additional luma rows that chroma needs above and below a block. A side needs 1 row if
// chroma lies on the luma row at that edge of the block: above for topleft and top, below for
// bottomleft and bottom. Otherwise it needs none.
struct PackHalo {
    int above;
    int below;
};
PackHalo pack_halo(const Picture& picture);

// A block of rows to be packed. It has the components of rows [-above, rows + below), where row 0
// is row y of the frame. If chroma has half the height, y and `rows` are even, except for `rows` of
// the last block in a frame of odd height. Rows have the full width of the frame. Row r of
// component c is at component[c] + r * pitch. Components that the format lacks are nullptr. Rows
// outside the frame are not read; the edge row is repeated instead.
struct PackBlock {
    std::array<const float*, 4> component;
    ptrdiff_t pitch;  // in floats
    int y;
    int rows;
    int first_row = 0;  // first row in the frame; nonzero only if the format has no chroma rows
};

// Returns the number of scratch floats that a call needs.
size_t pack_scratch(const Picture& picture);

// Packs a block. NaN becomes the number 0 (black, or neutral chroma). Limited range YUV is clamped
// to the codes 1..254 in 8 bits, and to the equivalent range in more bits, because ITU-R BT.709
// clause 6.10 and BT.2100 table 9 reserve the codes outside. RGB and full range use all codes.
// Float samples are written unchanged. The unused byte of RGB0 and similar formats is 255. In
// packed 4:2:2 of odd width, the last luma is written twice. The rest of a v210 group is filled
// with 0. For a texture, the pixels to be compressed are written, as adjacent R, G, B and A bytes.
void pack(const Picture& picture, Dither dither, const PackBlock& block, const FramePlanes& frame,
          float* scratch, const InstructionSet& set = {});

// Codes with more bits than this are not dithered.
constexpr int max_dither_depth = 10;

// Returns the kind of dither for a format. Two cases are not dithered: codes of more than
// max_dither_depth bits, and texture blocks with colors of 5 and 6 bits, which are coarser than the
// noise.
Dither dither_of(const Format& format, Dither dither);

// Returns the noise that is added to a sample before it is rounded to an integer code. It is in
// (-0.5, 0.5) codes. (x, y) is the position in the component's own plane. The mean over
// dither_period x dither_period samples is 0.
constexpr int dither_period = 64;
float dither_offset(Dither dither, int component, int x, int y);
// Stores the noise of samples 0 .. dither_period - 1 of row y. After these samples the noise
// repeats.
void dither_row(Dither dither, int component, int y, float* noise);

}  // namespace tonelift
