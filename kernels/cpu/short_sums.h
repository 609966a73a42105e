// SPDX-License-Identifier: BSD-2-Clause
//
// Shortens the rows of matrices that have a factor of 1, such as those from YUV to RGB.
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// Multiplications by 1 and 0 are left out. Results may differ in the last bit.
PointProgram with_short_sums(PointProgram program);

}  // namespace tonelift
