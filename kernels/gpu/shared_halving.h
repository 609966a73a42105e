// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// Returns whether a pass reads the input at half resolution.
bool halves(const Pass& pass);

// Merges pairs of passes that read the input frame at half resolution, so that the frame is
// unpacked once.
Plan with_shared_halvings(const Plan& plan);

}  // namespace tonelift
