// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// Returns how many values per pixel are live at the same time in a program, at most.
int most_live_values(const PointProgram& program);

}  // namespace tonelift
