// SPDX-License-Identifier: BSD-2-Clause
//
// Shortens the sums of matrices: of those that have factors 0 and 1, such as the matrix from YUV to
// RGB, and of those that keep gray, such as a matrix between two sets of primaries.
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// Returns the program with shorter sums of three products. Results can differ in the last bits.
// - If one product has the factor 1, this multiplication and all products of the sum that have the
//   factor 0 are omitted.
// - If the factors of each of three sums add up to 1, then x a + y b + z c becomes
//   y + (x - y) a + (z - y) c. The sums share the differences. Multiplications and additions run on
//   different units of many processors, and there are more multiplications.
PointProgram with_short_sums(const PointProgram& program);

}  // namespace tonelift
