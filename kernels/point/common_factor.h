// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// Removes the factor of the OOTF of HLG, a power of the luminance, where the factor cancels out.
// The factor cancels out if a program divides a color by its luminance and multiplies the color by
// another light. The program then uses scene light instead of display light. A program without
// such a factor stays the same.
//
// A lower bound of display light becomes a lower bound of scene light. Below the bound, results are
// multiplied by factor(bound) / factor(luminance). A bound above 1e-5, relative to the reference
// white, keeps the factor in the program.
PointProgram without_common_factor(const PointProgram& program);

}  // namespace tonelift
