// SPDX-License-Identifier: BSD-2-Clause
//
// Validates a plan before it runs. Executors do not check their memory accesses, because they trust
// the plan.
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// Throws Error (internal) for an invalid plan. In a valid plan, programs access only planes of
// their own grid size, define each value once, and read a value only after its definition.
void check_plan(const Plan& plan);

}  // namespace tonelift
