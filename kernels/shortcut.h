// SPDX-License-Identifier: BSD-2-Clause
//
// Changes a plan so that it skips work in frames in which a condition of the script is false.
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// Makes the plan skip filters in frames in which one condition of the script is false. Chooses the
// condition that skips the most filters. Returns the plan unchanged if no condition skips a filter.
Plan with_shortcut(Plan plan);

// Simplifies a program for frames in which a condition is false. `number` is the index of the
// uniform that the condition tests.
PointProgram settled(PointProgram program, uint16_t number);

}  // namespace tonelift
