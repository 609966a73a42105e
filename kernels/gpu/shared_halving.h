// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// Returns whether a pass reads the input frame at half resolution.
bool halves(const Pass& pass);

// Returns a plan in which two passes that both read the input frame at half resolution become one
// pass. The frame is then unpacked only once.
Plan with_shared_halvings(const Plan& plan);

}  // namespace tonelift
