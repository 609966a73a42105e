// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// Returns a plan in which the prologues of stencils are moved to the end of an earlier pass. Each
// moved prologue saves one kernel launch.
Plan with_early_prologues(const Plan& plan);

}  // namespace tonelift
