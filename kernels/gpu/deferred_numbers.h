// SPDX-License-Identifier: BSD-2-Clause
//
// Divides frame steps, so that passes wait only for the numbers that they read.
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// Returns the plan with frame steps divided in two: first the operations that the first pass with
// results of the step needs, then the others. On a device with streams, the second step runs
// parallel to that pass. A step is only divided if the second part fills tables, which takes longer
// than a launch.
Plan with_deferred_numbers(const Plan& plan);

}  // namespace tonelift
