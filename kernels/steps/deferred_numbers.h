// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// Returns a plan in which frame steps are split into parts, so that a pass waits only for the
// numbers that it reads.
Plan with_deferred_numbers(const Plan& plan);

}  // namespace tonelift
