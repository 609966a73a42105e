// SPDX-License-Identifier: BSD-2-Clause
//
// The option deband: bands of gradients that lost their bits go before a script sees the picture,
// so that no look draws them out. Only luma is corrected, by three quarters of a code at most, and
// only in blocks that are level but for their bands; texture, grain and dither are left as they
// are.
#pragma once

#include <tonelift/tonelift.h>

#include "core/runtime/picture.h"

namespace tonelift {

// Whether anything is done for this value of the option. Floats have no codes, and so no bands that
// could be found; sources of more than 10 bits have none that auto looks for.
bool removes_bands(const tonelift_video& in, double deband);

// What is added to the luma of the input, or to R, G and B alike. With auto its passes are only
// needed in frames that have bands. Throws Error (argument) for a value that asks to remove bands
// from floats.
InputCorrection band_correction(Graph& graph, const tonelift_video& in, double deband);

}  // namespace tonelift
