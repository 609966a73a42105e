// SPDX-License-Identifier: BSD-2-Clause
// Validates a plan, because executors do not check their memory accesses.
#pragma once

#include "kernels/pass.h"

namespace tonelift {

void check_plan(const Plan& plan);

}  // namespace tonelift
