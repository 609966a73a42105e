// SPDX-License-Identifier: BSD-2-Clause
//
// The offsets that GPUs add to a number before rounding. The number is already scaled to codes.
#pragma once

#include <vector>

#include "kernels/pass.h"

namespace tonelift {

// Returns the offsets: the sum of the dither noise and the code of 0. They are indexed by
// component, row and column: [component][dither_period][dither_period].
std::vector<float> code_offsets(const Plan& plan);

}  // namespace tonelift
