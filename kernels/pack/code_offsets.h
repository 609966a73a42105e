// SPDX-License-Identifier: BSD-2-Clause
//
// The offsets that GPUs add to numbers, scaled to codes, before they are rounded.
#pragma once

#include <vector>

#include "kernels/pass.h"

namespace tonelift {

// Returns the offsets: dither noise plus the code of 0, as
// [component][dither_period][dither_period].
std::vector<float> code_offsets(const Plan& plan);

}  // namespace tonelift
