// SPDX-License-Identifier: BSD-2-Clause
//
// Moves prologues to earlier passes, for cores that read planes in memory.
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// Returns the plan with these prologues moved. The prologue of such a core is a launch of its own,
// which reads a plane and writes another plane. If the prologue depends only on a plane that an
// earlier pass stores, the earlier pass also computes and stores the result of the prologue, and
// the launch is not needed.
Plan with_early_prologues(const Plan& plan);

}  // namespace tonelift
