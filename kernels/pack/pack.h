// SPDX-License-Identifier: BSD-2-Clause
//
// Converts normalized values to the samples of a frame, for any pixel format.
#pragma once

#include "kernels/instruction_set.h"
#include "kernels/pass.h"

namespace tonelift {

// Numbers of luma rows above and below a block that chroma subsampling reads in addition to the
// rows of the block.
struct PackHalo {
    int above;
    int below;
};
PackHalo pack_halo(const Picture& picture);

// A block of rows to convert. Row 0 of the block is row y of the frame. Each component has the rows
// from -above to rows + below - 1 (see PackHalo).
struct PackBlock {
    std::array<const float*, 4> component;
    ptrdiff_t pitch;  // distance between rows, in floats
    int y;
    int rows;
    int first_row = 0;  // 0 if the format has chroma rows
};

size_t pack_scratch(const Picture& picture);

// Writes the samples of a block to a frame. NaN is written as 0. In limited range YUV, the codes
// that ITU-R BT.709 reserves are never written.
void pack(const Picture& picture, Dither dither, const PackBlock& block, const FramePlanes& frame,
          float* scratch, const InstructionSet& set = {});

constexpr int max_dither_depth = 10;

// Returns the dither mode for a format. Textures with colors of 5 and 6 bits are not dithered,
// because the steps between such colors are larger than the noise.
Dither dither_of(const Format& format, Dither dither);

// The noise is between -0.5 and 0.5, in units of one code. x and y are coordinates in the plane of
// the component. dither_row() returns the noise of columns 0 to dither_period - 1.
constexpr int dither_period = 64;
float dither_offset(Dither dither, int component, int x, int y);
const float* dither_row(Dither dither, int component, int y);

}  // namespace tonelift
