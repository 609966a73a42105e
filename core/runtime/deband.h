// SPDX-License-Identifier: BSD-2-Clause
// The option deband: removes bands of gradients before a script can amplify them. Luma changes by
// at most three quarters of a code, and only where the picture is flat. Texture, grain and dither
// stay.
#pragma once

#include <tonelift/tonelift.h>

#include "core/runtime/picture.h"

namespace tonelift {

// Floats have no codes, and so no bands. The value auto ignores sources of more than 10 bits.
bool removes_bands(const tonelift_video& in, double deband);

// The correction is added to luma, or to R, G and B alike. Throws Error (argument) if the option
// asks to remove bands from floats.
InputCorrection band_correction(Graph& graph, const tonelift_video& in, double deband);

}  // namespace tonelift
