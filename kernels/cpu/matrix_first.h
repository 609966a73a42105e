// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// Returns a program in which a matrix is applied to a color before the color is scaled: the rows
// of a matrix M of color * factor + gray become M color * factor + gray. The number of operations
// stays the same. The factor is often the result of a long chain of operations. A processor can
// compute the matrix while it waits for the factor.
//
// The matrix must keep gray unless nothing is added. If anything but three rows of a matrix reads
// the scaled color, the program stays the same. Results can differ in the last bits.
PointProgram with_matrix_first(const PointProgram& program);

}  // namespace tonelift
