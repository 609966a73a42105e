// SPDX-License-Identifier: BSD-2-Clause
//
// Converts and rearranges the samples of a still.
#pragma once

#include "core/color/primaries.h"
#include "tools/pictures/statements.h"
#include "tools/pictures/still.h"

namespace tonelift {

// Copies a row of interleaved R G B (A), or gray, in floats, to the planes of a frame in gbrpf32le,
// gbrapf32le or grayf32le.
void split_row(const float* row, int y, Still* still);
// Reverses split_row().
void join_row(const Still& still, int y, float* row);

// Undoes the multiplication of colors by alpha. Colors with alpha 0 stay unchanged.
void divide_by_alpha(Still* still);

// Returns whether the picture has no alpha, or the maximum alpha at every pixel.
bool is_opaque(const Still& still);

// Multiplies RGB floats by a matrix, and gray floats by its first element.
void multiply_colors(const Matrix3& matrix, Still* still);

// Returns the part of the picture inside a window; the rest of the window is zero. For subsampled
// YUV the window must begin at even positions.
Still windowed(const Still& still, const Window& window);

// Rotates and mirrors the picture according to Exif's orientation 1 to 8; other numbers count as 1.
// 4:2:2 is not supported, because its chroma cannot be rotated.
Still turned(Still still, int orientation);

}  // namespace tonelift
