// SPDX-License-Identifier: BSD-2-Clause
//
// Input positions for programs that run on a smaller grid than the input (Op::load_input). Such a
// program reads either some rows of the input, or the input at half resolution, which requires even
// width and height.
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// Returns the input row for row y of a program's grid with `rows` rows. If the grid has fewer rows
// than the input, the input rows are evenly spaced. Otherwise the row is y itself. Only components
// of full size are read this way.
inline int input_row(int y, int rows, int input_rows) {
    const int apart = input_rows / rows;
    return y * apart + apart / 2;
}

// Returns whether a grid is the input at half resolution. Each pixel of the grid is the mean of 2x2
// input pixels. Subsampled chroma is interpolated to the center of these pixels.
inline bool is_halved(const Picture& input, int grid_width, int grid_height) {
    return 2 * grid_width == input.width && 2 * grid_height == input.height;
}

}  // namespace tonelift
