// SPDX-License-Identifier: BSD-2-Clause
// Computes YUV matrices from their code point in ITU-T H.273, table 4.
#pragma once

#include "core/color/primaries.h"

namespace tonelift {

bool matrix_supported(int matrix);

// Return the matrix from YUV to RGB, or from RGB to YUV. Throw Error (unsupported) for unknown
// numbers and for matrices with constant luminance.
Matrix3 ycbcr_to_rgb(int matrix, int primaries);
Matrix3 rgb_to_ycbcr(int matrix, int primaries);

// Returns the code point of the matrix that video with these primaries usually has.
int usual_matrix(int primaries, bool hdr);

}  // namespace tonelift
