// SPDX-License-Identifier: BSD-2-Clause
//
// Skips passes in frames in which a uniform is not above 0. The result of every select by this
// uniform is then known, and the passes that compute the other operand are not read.
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// Returns the plan with a condition at each pass that some frames can do without. A pass with a
// select by the uniform becomes two passes: one for frames in which the uniform is above 0, and
// after it one for the other frames. The uniform is the one that skips the largest number of cores.
// Without such a uniform the plan is returned unchanged.
Plan with_shortcut(Plan plan);

// Returns the program for frames in which a uniform is not above 0.
PointProgram settled(PointProgram program, uint16_t number);

}  // namespace tonelift
