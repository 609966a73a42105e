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

// Returns whether the downscaled picture has exactly half the width and half the height of the
// input.
inline bool is_halved(const Picture& input, int grid_width, int grid_height) {
    return 2 * grid_width == input.width && 2 * grid_height == input.height;
}

}  // namespace tonelift
