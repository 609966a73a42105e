// SPDX-License-Identifier: BSD-2-Clause
// YUV matrices by their number in ITU-T H.273, table 4. Luma in [0,1], chroma in [-0.5,0.5], R'G'B'
// in [0,1].
#pragma once

#include "core/color/primaries.h"

namespace tonelift {

bool matrix_supported(int matrix);

// Only the chromaticity-derived matrix (12) depends on `primaries`. Throws Error (unsupported) for
// unknown matrices and for constant luminance.
Matrix3 ycbcr_to_rgb(int matrix, int primaries);
Matrix3 rgb_to_ycbcr(int matrix, int primaries);

// Returns the matrix that video with these primaries usually has. `hdr` decides for primaries
// without a matrix of their own, such as P3.
int usual_matrix(int primaries, bool hdr);

}  // namespace tonelift
