// SPDX-License-Identifier: BSD-2-Clause
//
// Skips passes in frames in which a uniform is 0 or less. A select by this uniform then always
// returns its last operand, so its other operand need not be computed.
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// Adds a condition to each pass that some frames can skip. A pass with a select by the uniform
// becomes two passes: one for frames in which the uniform is above 0, followed by one for the other
// frames. The chosen uniform is the one that skips the most cores. If no uniform skips a core, the
// plan is returned unchanged.
Plan with_shortcut(Plan plan);

// Returns the program simplified for frames in which the uniform is 0 or less.
PointProgram settled(PointProgram program, uint16_t number);

}  // namespace tonelift
