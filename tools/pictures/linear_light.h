// SPDX-License-Identifier: BSD-2-Clause
//
// Converts pictures from integer codes to linear light.
#pragma once

#include "tools/pictures/still.h"

namespace tonelift {

// Returns the picture as linear RGB floats, in the primaries of the picture. Throws Error
// (unsupported) for PQ and HLG.
Still linear_light(const Still& codes);

float* float_row(Still* still, size_t color, int y);
const float* float_row(const Still& still, size_t color, int y);

}  // namespace tonelift
