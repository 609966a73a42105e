// SPDX-License-Identifier: BSD-2-Clause
//
// How programs read the input if their grid has another size (Op::load_input): some of its rows, or
// the whole input at half resolution, if its width and height are even.
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// Returns the input row that a program reads in row y of its grid: row y itself, or, if the grid
// has fewer rows, one of `rows` evenly spaced rows. Only components of full size are read this way.
inline int input_row(int y, int rows, int input_rows) {
    const int apart = input_rows / rows;
    return y * apart + apart / 2;
}

// Returns whether a grid is the input at half resolution. Components are then the means of 2x2
// pixels; chroma with half the width or height is interpolated to their center.
inline bool is_halved(const Picture& input, int grid_width, int grid_height) {
    return 2 * grid_width == input.width && 2 * grid_height == input.height;
}

}  // namespace tonelift
