// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// Divides computations that run once per frame in two. The next pass waits only for the first part,
// and runs in parallel with the second part. A division only pays off if the second part fills
// lookup tables.
Plan with_deferred_numbers(const Plan& plan);

}  // namespace tonelift
