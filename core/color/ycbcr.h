// SPDX-License-Identifier: BSD-2-Clause
// YUV matrices by their number in ITU-T H.273, table 4.
#pragma once

#include "core/color/primaries.h"

namespace tonelift {

bool matrix_supported(int matrix);

// Throws Error (unsupported) for unknown matrices and for constant luminance.
Matrix3 ycbcr_to_rgb(int matrix, int primaries);
Matrix3 rgb_to_ycbcr(int matrix, int primaries);

// Returns the matrix that video with these primaries usually has.
int usual_matrix(int primaries, bool hdr);

}  // namespace tonelift
