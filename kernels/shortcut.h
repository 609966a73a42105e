// SPDX-License-Identifier: BSD-2-Clause
//
// Leaves out passes in frames in which one number is not above 0: the result of every select by
// this number is known then, and nothing reads the passes that compute the other operand.
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// The plan with a condition at passes that some frames can do without. A pass with a select by the
// number becomes two: one for frames with the number above 0, and after it one for the others. The
// number is the one by which most cores are left out. The plan is unchanged if there is none.
Plan with_shortcut(Plan plan);

// The program for frames in which a number is not above 0.
PointProgram settled(PointProgram program, uint16_t number);

}  // namespace tonelift
