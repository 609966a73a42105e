// SPDX-License-Identifier: BSD-2-Clause
//
// The offsets that GPUs add to scaled numbers before rounding to codes.
#pragma once

#include <vector>

#include "kernels/pass.h"

namespace tonelift {

// Returns noise plus the code of 0: [component][dither_period][dither_period].
std::vector<float> code_offsets(const Plan& plan);

}  // namespace tonelift
