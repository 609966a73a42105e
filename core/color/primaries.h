// SPDX-License-Identifier: BSD-2-Clause
//
// Color primaries by their number in ITU-T H.273, table 2, and the way between them in linear
// light.
#pragma once

#include "core/color/matrix.h"

namespace tonelift {

bool primaries_supported(int primaries);

// CIE 1931 XYZ of linear RGB, white at Y = 1. Throws Error (unsupported) for primaries that are not
// known.
Matrix3 rgb_to_xyz(int primaries);

// Linear RGB of one set of primaries to that of another. White goes to white: other white points
// than D65 are adapted (Bradford).
Matrix3 convert_primaries(int from, int to);

}  // namespace tonelift
