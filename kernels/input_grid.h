// SPDX-License-Identifier: BSD-2-Clause
//
// Maps rows of a downscaled picture to rows of the full-size input.
#pragma once

#include <algorithm>

#include "kernels/pass.h"

namespace tonelift {

// Returns the input row that row y of a downscaled picture stands for. `rows` is the height of the
// downscaled picture. The distance between adjacent returned rows is constant.
inline int input_row(int y, int rows, int input_rows) {
    const int apart = input_rows / rows;
    return y * apart + apart / 2;
}

// Returns the factor by which the width and height of the input are reduced: 2 or 4. Returns 1 if
// the picture is not reduced, or is reduced in another way. A reduced sample is the mean of factor
// x factor samples.
inline int input_reduction(const Picture& input, int grid_width, int grid_height) {
    return std::max(1, upsampling_ratio(grid_width, grid_height, input.width, input.height));
}

}  // namespace tonelift
