// SPDX-License-Identifier: BSD-2-Clause
//
// Light of pictures that are stored in codes.
#pragma once

#include "tools/pictures/still.h"

namespace tonelift {

// The light of a picture in codes of 8 or 16 bits, RGB or gray: floats in RGB, in the primaries of
// the picture. Throws Error (unsupported) for PQ and HLG.
Still linear_light(const Still& codes);

// The floats of a color of a still whose planes are floats.
float* float_row(Still* still, size_t color, int y);
const float* float_row(const Still& still, size_t color, int y);

}  // namespace tonelift
