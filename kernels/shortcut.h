// SPDX-License-Identifier: BSD-2-Clause
//
// Skips work in frames in which a condition of the script is false.
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// Chooses the condition that skips the most filters. Returns the plan unchanged if no condition
// skips any.
Plan with_shortcut(Plan plan);

// Simplifies a program for frames in which the condition is false.
PointProgram settled(PointProgram program, uint16_t number);

}  // namespace tonelift
