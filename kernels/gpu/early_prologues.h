// SPDX-License-Identifier: BSD-2-Clause
//
// Moves prologues to earlier passes, for cores that read planes in memory.
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// Lets earlier passes compute prologues. The prologue of a core that reads planes is a launch of
// its own, which reads a plane and writes another plane. If the prologue depends only on a plane
// that an earlier pass stores, that pass can compute the prologue too. This saves the launch.
Plan with_early_prologues(const Plan& plan);

}  // namespace tonelift
