// SPDX-License-Identifier: BSD-2-Clause
//
// The option deband: removes the bands of gradients that lost bits, before a script sees the
// picture, so that no look amplifies them. Only luma is corrected, by at most three quarters of a
// code, and only in blocks that are flat except for their bands; texture, grain and dither are left
// unchanged.
#pragma once

#include <tonelift/tonelift.h>

#include "core/runtime/picture.h"

namespace tonelift {

// Returns whether this value of the option has an effect. Floats have no codes, and so no bands;
// auto ignores sources of more than 10 bits.
bool removes_bands(const tonelift_video& in, double deband);

// Returns the correction of the input's luma, or of R, G and B alike. With auto, its passes are
// only needed in frames that have bands. Throws Error (argument) if the option asks to remove bands
// from floats.
InputCorrection band_correction(Graph& graph, const tonelift_video& in, double deband);

}  // namespace tonelift
