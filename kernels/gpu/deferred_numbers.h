// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// Splits frame steps, so that a pass waits only for the numbers that it needs.
Plan with_deferred_numbers(const Plan& plan);

}  // namespace tonelift
