// SPDX-License-Identifier: BSD-2-Clause
//
// Removes multiplications by 1 from matrices, such as the matrix from YUV to RGB.
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// Leaves out multiplications by 0 in the sums that have a multiplication by 1. Results may differ
// in the last bit.
PointProgram with_short_sums(PointProgram program);

}  // namespace tonelift
