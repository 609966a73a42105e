// SPDX-License-Identifier: BSD-2-Clause
//
// A second look at a plan before anybody runs it: executors trust it with their memory.
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// Throws Error (internal) where a program reads, writes or measures a plane of another size than
// the grid that it runs over, and where it defines a value twice or reads it before.
void check_plan(const Plan& plan);

}  // namespace tonelift
