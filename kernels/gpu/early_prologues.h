// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// Moves the computations that precede a stencil to an earlier pass, which saves a kernel launch.
Plan with_early_prologues(const Plan& plan);

}  // namespace tonelift
