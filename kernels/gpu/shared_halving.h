// SPDX-License-Identifier: BSD-2-Clause
//
// Merges passes that compute something from the input at half its size.
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// Returns whether the halving kernels can run a pass. Its core halves the size of its inputs, which
// must have a multiple of 4 columns and of 2 rows.
bool halves(const Pass& pass);

// Merges pairs of consecutive passes that halve the same grid, so that the frame is unpacked once.
// Both must read the input frame. A merged pass has two core inputs and outputs.
Plan with_shared_halvings(const Plan& plan);

}  // namespace tonelift
