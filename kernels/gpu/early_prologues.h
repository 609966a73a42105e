// SPDX-License-Identifier: BSD-2-Clause
//
// Moves the prologues of cores that read planes in memory to earlier passes.
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// Such a prologue needs a launch of its own, which reads a plane and writes another one. If it
// depends only on a plane that an earlier pass stores, this pass computes and stores the result of
// the prologue, too, and the launch is not needed.
Plan with_early_prologues(const Plan& plan);

}  // namespace tonelift
