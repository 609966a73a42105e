// SPDX-License-Identifier: BSD-2-Clause
//
// Converts and rearranges the samples of a still picture.
#pragma once

#include "core/color/primaries.h"
#include "tools/pictures/statements.h"
#include "tools/pictures/still.h"

namespace tonelift {

// split_row() copies interleaved floats, R G B (A) or gray, to row y of a frame in gbrpf32le,
// gbrapf32le or grayf32le. join_row() does the reverse.
void split_row(const float* row, int y, Still* still);
void join_row(const Still& still, int y, float* row);

// Returns the picture with straight colors: divides premultiplied colors by alpha. Colors with
// alpha 0 stay unchanged.
Still straight(Still still);

bool is_opaque(const Still& still);

void multiply_colors(const Matrix3& matrix, Still* still);

// Crops a still to a window. Pixels of the window outside of the still become zero. For subsampled
// YUV, the window must begin at even positions.
Still windowed(const Still& still, const Window& window);

// Converts 4:2:0 or 4:2:2 to 4:4:4, by linear interpolation between chroma samples. Chroma must be
// left, topleft or centered.
Still with_full_chroma(const Still& still);

// Turns a still upright. `orientation` is the Exif value, 1 to 8. Subsampled chroma is not
// supported.
Still turned(Still still, int orientation);

}  // namespace tonelift
