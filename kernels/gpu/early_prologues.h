// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// Moves computations before a stencil or similar pass to the end of the pass that stores their only
// operand. This saves a kernel launch.
Plan with_early_prologues(const Plan& plan);

}  // namespace tonelift
