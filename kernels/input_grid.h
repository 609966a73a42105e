// SPDX-License-Identifier: BSD-2-Clause
//
// Maps rows of a downscaled picture to rows of the full-size input.
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// Returns the input row that row y of a downscaled picture stands for. `rows` is the height of the
// downscaled picture. The distance between adjacent returned rows is constant.
inline int input_row(int y, int rows, int input_rows) {
    const int apart = input_rows / rows;
    return y * apart + apart / 2;
}

// Returns whether the pixels of the downscaled picture are means of 2x2 input pixels. Such a
// picture has half the width of the input, and at most half the height.
inline bool is_halved(const Picture& input, int grid_width, int grid_height) {
    return 2 * grid_width == input.width && input.height % 2 == 0 &&
           2 * grid_height <= input.height;
}

// Returns the distance between the rows of the halved input that a picture of `rows` rows has.
inline int halved_rows_apart(const Picture& input, int rows) { return input.height / 2 / rows; }

// Returns the row of the halved input that row y stands for. The rows are halved_rows_apart().
inline int halved_row(int y, int apart) { return y * apart + (apart - 1) / 2; }

}  // namespace tonelift
