// SPDX-License-Identifier: BSD-2-Clause
//
// Moves the prologues of cores that read planes in memory to earlier passes.
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// Returns the plan with such prologues moved. A prologue needs a launch of its own, which reads a
// plane and writes another plane. If the prologue depends only on a plane that an earlier pass
// stores, the earlier pass also computes and stores the result of the prologue, and the launch is
// not needed.
Plan with_early_prologues(const Plan& plan);

}  // namespace tonelift
