// SPDX-License-Identifier: BSD-2-Clause
// Implements the option `deband`: removes banding from gradients before a script can amplify it.
#pragma once

#include <tonelift/tonelift.h>

#include "core/runtime/picture.h"

namespace tonelift {

// Returns whether the option `deband` can change this input. Float samples have no codes, and
// therefore no bands.
bool removes_bands(const tonelift_video& in, double deband);

// Returns the correction that removes the bands. Throws Error (argument) if `deband` is above 0 and
// the samples are floats.
InputCorrection band_correction(Graph& graph, const tonelift_video& in, double deband);

}  // namespace tonelift
