// SPDX-License-Identifier: BSD-2-Clause
//
// Programs over some rows of the input.
#pragma once

namespace tonelift {

// The row of the input that a program reads in row y of its grid: that one, or, in a grid of fewer
// rows, one of as many at even distances. Only components of the full size are read so.
inline int input_row(int y, int rows, int input_rows) {
    const int apart = input_rows / rows;
    return y * apart + apart / 2;
}

}  // namespace tonelift
