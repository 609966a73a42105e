// SPDX-License-Identifier: BSD-2-Clause
//
// Divides frame steps in two, so that passes wait only for the numbers that they read.
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// Returns the plan with frame steps divided in two. The first part has the operations that the
// first pass to read the step's results needs; the second part has the remaining operations. On a
// device with streams, the second part runs in parallel with that pass. A step is only divided if
// the second part fills tables, which takes longer than a launch.
Plan with_deferred_numbers(const Plan& plan);

}  // namespace tonelift
