// SPDX-License-Identifier: BSD-2-Clause
//
// From normalized numbers to the samples of a frame, on the CPU: chroma brought to its own grid at its true position
// (linear, [1 2 1]/4 where it sits on a luma sample, [1 1]/2 between two), dithered and rounded, any format of
// formats.def.
#pragma once

#include "kernels/executor.h"

namespace tonelift {

// Rows above and below a block of rows that its chroma needs: 1 where chroma sits on luma rows, else 0.
struct PackHalo {
    int above;
    int below;
};
PackHalo pack_halo(const Picture& picture);

// Components of rows [-above, rows + below) of a block, row 0 being row y of the frame, y a multiple of 2 where chroma
// is subsampled. Full rows of the frame's width; row r of component c is at component[c] + r * pitch. A component that
// the format does not have is nullptr. Rows outside the frame repeat the edge row: the caller provides them.
struct PackBlock {
    std::array<const float*, 4> component;
    ptrdiff_t pitch;  // floats
    int y;
    int rows;
};

// Floats of scratch that a call needs.
size_t pack_scratch(const Picture& picture);

// NaN is written as 0. Integer codes are clamped to the storage range (limited range YUV: to 1..254 in 8 bits and its
// like above, ITU-R BT.709 clause 6.10 and BT.2100 table 9 reserve the ends; RGB and full range to all codes).
void pack(const Picture& picture, Dither dither, const PackBlock& block, const FramePlanes& frame, float* scratch);

// Noise added before rounding to an integer code, in [-0.5, 0.5) codes, for a sample of plane component c.
float dither_offset(Dither dither, int component, int x, int y);

}  // namespace tonelift
