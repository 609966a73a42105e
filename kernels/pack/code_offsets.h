// SPDX-License-Identifier: BSD-2-Clause
//
// Computes the offsets that GPUs add to a sample before rounding. An offset is the dither noise
// plus the code of the value 0.
#pragma once

#include <vector>

#include "kernels/pass.h"

namespace tonelift {

std::vector<float> code_offsets(const Plan& plan);

}  // namespace tonelift
