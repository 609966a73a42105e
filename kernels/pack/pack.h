// SPDX-License-Identifier: BSD-2-Clause
//
// Converts normalized numbers to the samples of a frame, for any format.
#pragma once

#include "kernels/instruction_set.h"
#include "kernels/pass.h"

namespace tonelift {

// Numbers of luma rows above and below a block that the block's subsampled chroma needs.
struct PackHalo {
    int above;
    int below;
};
PackHalo pack_halo(const Picture& picture);

// Rows [-above, rows + below) of each component, where row 0 is row y of the frame.
struct PackBlock {
    std::array<const float*, 4> component;
    ptrdiff_t pitch;  // in floats
    int y;
    int rows;
    int first_row = 0;  // nonzero only if the format has no chroma rows
};

size_t pack_scratch(const Picture& picture);

// NaN becomes 0. Limited range YUV never contains the codes that ITU-R BT.709 reserves.
void pack(const Picture& picture, Dither dither, const PackBlock& block, const FramePlanes& frame,
          float* scratch, const InstructionSet& set = {});

constexpr int max_dither_depth = 10;

// Textures with colors of 5 and 6 bits are not dithered, because their steps are coarser than the
// noise.
Dither dither_of(const Format& format, Dither dither);

// The noise is in (-0.5, 0.5) codes; (x, y) is in the component's own plane.
constexpr int dither_period = 64;
float dither_offset(Dither dither, int component, int x, int y);
void dither_row(Dither dither, int component, int y, float* noise);

}  // namespace tonelift
