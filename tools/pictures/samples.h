// SPDX-License-Identifier: BSD-2-Clause
//
// Rearrangements of the samples of a still.
#pragma once

#include "core/color/primaries.h"
#include "tools/pictures/statements.h"
#include "tools/pictures/still.h"

namespace tonelift {

// Copies a row of interleaved R G B (A), or gray, in floats to the planes of a frame of gbrpf32le,
// gbrapf32le or grayf32le.
void split_row(const float* row, int y, Still* still);
// The reverse.
void join_row(const Still& still, int y, float* row);

// Divides colors that were multiplied by alpha by it; where alpha is 0 they stay.
void divide_by_alpha(Still* still);

// Multiplies the colors of floats in RGB by a matrix, and gray by its first number.
void multiply_colors(const Matrix3& matrix, Still* still);

// The part of the picture in a window, and zeros in the part of the window beside the picture. The
// window of subsampled YUV begins at even places.
Still windowed(const Still& still, const Window& window);

// Turns and mirrors the picture as Exif's orientation 1 to 8 asks for; other numbers are taken as
// 1. Not for 4:2:2, whose chroma cannot be turned.
Still turned(Still still, int orientation);

}  // namespace tonelift
