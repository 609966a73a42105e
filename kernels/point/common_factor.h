// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// Removes the factor of the OOTF of HLG, a power of the luminance, if it cancels out: if a program
// divides a color by its luminance and multiplies it by another light, it can use scene light
// instead of display light. Returns the same program if it has no such factor.
//
// A lower bound of display light becomes a bound of scene light. For a luminance below the bound,
// results change by the quotient of the factors at the bound and at the luminance. Bounds above
// 1e-5, relative to the reference white, are not moved.
PointProgram without_common_factor(const PointProgram& program);

}  // namespace tonelift
