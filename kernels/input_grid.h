// SPDX-License-Identifier: BSD-2-Clause
//
// How programs over grids of other sizes than the input read it (Op::load_input): some rows of it,
// or all of it at half the width and height, which then are even.
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// The row of the input that a program reads in row y of its grid: that one, or, in a grid of fewer
// rows, one of as many at even distances. Only components of the full size are read so.
inline int input_row(int y, int rows, int input_rows) {
    const int apart = input_rows / rows;
    return y * apart + apart / 2;
}

// Whether a grid is the input's at half the size. A component there is the mean of 2x2 pixels, and
// chroma that has half of the width or height already lies between its samples at their middle.
inline bool is_halved(const Picture& input, int grid_width, int grid_height) {
    return 2 * grid_width == input.width && 2 * grid_height == input.height;
}

}  // namespace tonelift
