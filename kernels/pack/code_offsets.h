// SPDX-License-Identifier: BSD-2-Clause
//
// Numbers that GPUs add to a sample before rounding: the dither noise plus the code of 0.
#pragma once

#include <vector>

#include "kernels/pass.h"

namespace tonelift {

std::vector<float> code_offsets(const Plan& plan);

}  // namespace tonelift
