// SPDX-License-Identifier: BSD-2-Clause
// The option deband: removes banding from gradients before a script can amplify it. Luma changes by
// at most three quarters of a code, and only in flat areas. Texture, grain and dither stay.
#pragma once

#include <tonelift/tonelift.h>

#include "core/runtime/picture.h"

namespace tonelift {

// Floats have no codes, and so no banding. The value auto ignores sources of more than 10 bits.
bool removes_bands(const tonelift_video& in, double deband);

// The correction is added to luma, or equally to R, G and B. Throws Error (argument) if `deband` is
// above 0 and the samples are floats.
InputCorrection band_correction(Graph& graph, const tonelift_video& in, double deband);

}  // namespace tonelift
