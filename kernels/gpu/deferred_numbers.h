// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// Splits computations per frame, so that a pass waits only for the numbers it needs.
Plan with_deferred_numbers(const Plan& plan);

}  // namespace tonelift
