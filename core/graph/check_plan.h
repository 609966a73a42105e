// SPDX-License-Identifier: BSD-2-Clause
// Validates a plan before it runs. Executors do not check their memory accesses, because they trust
// the plan.
#pragma once

#include "kernels/pass.h"

namespace tonelift {

void check_plan(const Plan& plan);

}  // namespace tonelift
