// SPDX-License-Identifier: BSD-2-Clause
// The option deband: removes banding from gradients before a script can amplify it.
#pragma once

#include <tonelift/tonelift.h>

#include "core/runtime/picture.h"

namespace tonelift {

// Floats have no codes, and so no banding.
bool removes_bands(const tonelift_video& in, double deband);

// Throws Error (argument) if `deband` is above 0 and the samples are floats.
InputCorrection band_correction(Graph& graph, const tonelift_video& in, double deband);

}  // namespace tonelift
