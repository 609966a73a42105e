// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// Splits computations per frame, so that the next pass waits only for the numbers that it needs.
// This only pays off if the rest fills lookup tables.
Plan with_deferred_numbers(const Plan& plan);

}  // namespace tonelift
