// SPDX-License-Identifier: BSD-2-Clause
//
// Divides frame steps in two, so that passes wait only for the numbers that they read.
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// Divides frame steps of a plan in two. The first part has the operations that are needed by the
// first pass which reads the step's results. The second part has the remaining operations, and runs
// in parallel with that pass on a device with streams. A step is only divided if the second part
// fills tables, which takes longer than a launch.
Plan with_deferred_numbers(const Plan& plan);

}  // namespace tonelift
