// SPDX-License-Identifier: BSD-2-Clause
//
// Shortens the sums of matrices that have factors 0 and 1, such as the matrix from YUV to RGB.
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// Returns the program with shorter sums of three products. If one product has the factor 1, leaves
// out this multiplication and all products of the sum that have the factor 0. Results can differ in
// the last bit.
PointProgram with_short_sums(PointProgram program);

}  // namespace tonelift
