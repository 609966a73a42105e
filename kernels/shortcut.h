// SPDX-License-Identifier: BSD-2-Clause
//
// Skips passes in frames in which a uniform is 0 or less. A select by this uniform then always
// returns its last operand, so passes that compute only its other operand are not needed.
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// Returns the plan with a condition on each pass that some frames can skip. A pass with a select by
// the uniform is split into two: one for frames in which the uniform is above 0, followed by one
// for the other frames. with_shortcut() chooses the uniform that skips the most cores. If no
// uniform skips a core, the plan is returned unchanged.
Plan with_shortcut(Plan plan);

// Returns the program simplified for frames in which the uniform is 0 or less.
PointProgram settled(PointProgram program, uint16_t number);

}  // namespace tonelift
