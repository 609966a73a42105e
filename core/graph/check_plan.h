// SPDX-License-Identifier: BSD-2-Clause
//
// Validates a plan before it runs, because executors trust it in all memory accesses.
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// Throws Error (internal) if a program reads, writes or measures a plane of another size than its
// grid, defines a value twice, or reads a value before its definition.
void check_plan(const Plan& plan);

}  // namespace tonelift
