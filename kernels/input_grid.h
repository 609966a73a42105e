// SPDX-License-Identifier: BSD-2-Clause
//
// Reading of the input by programs whose grid is smaller than the input (Op::load_input). A program
// reads either some rows of the input, or the input at half resolution, which requires even width
// and height.
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// Returns the input row that a program reads in row y of its grid. If the grid has fewer rows than
// the input, the rows are evenly spaced; else the input row is y. rows: number of rows of the grid.
// Only components of full size are read this way.
inline int input_row(int y, int rows, int input_rows) {
    const int apart = input_rows / rows;
    return y * apart + apart / 2;
}

// Returns whether a grid is the input at half resolution. A component is then the mean of 2x2
// pixels; subsampled chroma is interpolated to the center of these pixels.
inline bool is_halved(const Picture& input, int grid_width, int grid_height) {
    return 2 * grid_width == input.width && 2 * grid_height == input.height;
}

}  // namespace tonelift
