// SPDX-License-Identifier: BSD-2-Clause
//
// The option deband: removes the bands of gradients that lost bits, before a script sees the
// picture, so that no look amplifies them. Luma is corrected by at most three quarters of a code,
// and only in blocks that are flat except for their bands. Texture, grain and dither are left
// unchanged.
#pragma once

#include <tonelift/tonelift.h>

#include "core/runtime/picture.h"

namespace tonelift {

// Returns whether the option has an effect for this input. Floats have no codes, and so no bands.
// The value auto ignores sources of more than 10 bits.
bool removes_bands(const tonelift_video& in, double deband);

// Returns the correction that removes bands. It is added to luma, or to R, G and B alike. With
// auto, its passes are only needed in frames that have bands. Throws Error (argument) if the option
// asks to remove bands from floats.
InputCorrection band_correction(Graph& graph, const tonelift_video& in, double deband);

}  // namespace tonelift
