// SPDX-License-Identifier: BSD-2-Clause
//
// Converts and rearranges the samples of a still.
#pragma once

#include "core/color/primaries.h"
#include "tools/pictures/statements.h"
#include "tools/pictures/still.h"

namespace tonelift {

// Copies interleaved floats, R G B (A) or gray, to the planes of a frame in gbrpf32le, gbrapf32le
// or grayf32le.
void split_row(const float* row, int y, Still* still);
void join_row(const Still& still, int y, float* row);

// Divides colors by alpha. Colors with alpha 0 stay unchanged.
void divide_by_alpha(Still* still);

bool is_opaque(const Still& still);

void multiply_colors(const Matrix3& matrix, Still* still);

// Crops a still to a window. Pixels outside of the still are zero. For subsampled YUV, the window
// must begin at even positions.
Still windowed(const Still& still, const Window& window);

// Turns a still upright by the Exif value `orientation`. A quarter turn of 4:2:2 is not supported.
Still turned(Still still, int orientation);

}  // namespace tonelift
