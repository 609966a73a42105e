// SPDX-License-Identifier: BSD-2-Clause
//
// Converts normalized numbers to the samples of a frame, for any format. Chroma is subsampled by
// linear filters at its true position: [1 2 1]/4 at a luma position, [1 1]/2 between two. Numbers
// are dithered and rounded.
#pragma once

#include "kernels/instruction_set.h"
#include "kernels/pass.h"

namespace tonelift {

// Number of luma rows above and below that subsampled chroma needs.
struct PackHalo {
    int above;
    int below;
};
PackHalo pack_halo(const Picture& picture);

// Rows [-above, rows + below) of each component, where row 0 is row y of the frame. If chroma has
// half the rows, y and `rows` are even, except at the end of a frame. Outside the frame, the edge
// row is repeated.
struct PackBlock {
    std::array<const float*, 4> component;
    ptrdiff_t pitch;  // in floats
    int y;
    int rows;
    int first_row = 0;  // nonzero only if the format has no chroma rows
};

size_t pack_scratch(const Picture& picture);

// NaN becomes 0 (black, or neutral chroma). Limited range YUV is clamped to the codes 1..254 in 8
// bits, and to the equivalent range in more bits, because ITU-R BT.709 clause 6.10 and BT.2100
// table 9 reserve the codes outside. RGB and full range use all codes; float samples are not
// changed. The unused byte of RGB0 is 255. In packed 4:2:2 of odd width, the last luma is written
// twice, and the rest of a v210 group is 0. For a texture, the pixels to be compressed are written.
void pack(const Picture& picture, Dither dither, const PackBlock& block, const FramePlanes& frame,
          float* scratch, const InstructionSet& set = {});

constexpr int max_dither_depth = 10;

// Textures with colors of 5 and 6 bits are not dithered, because their steps are coarser than the
// noise.
Dither dither_of(const Format& format, Dither dither);

// The noise is in (-0.5, 0.5) codes. (x, y) is the position in the component's own plane. The mean
// over dither_period x dither_period samples is 0.
constexpr int dither_period = 64;
float dither_offset(Dither dither, int component, int x, int y);
void dither_row(Dither dither, int component, int y, float* noise);

}  // namespace tonelift
