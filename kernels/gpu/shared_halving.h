// SPDX-License-Identifier: BSD-2-Clause
//
// Merges passes that read the input and halve what they compute from it.
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// Returns whether a pass halves the size of its core inputs and the halving kernels accept that
// size, which must be a multiple of 4 columns and 2 rows.
bool halves(const Pass& pass);

// Merges pairs of consecutive passes that halve the same grid and both read the input frame, so
// that the frame is unpacked once. A merged pass has two core inputs and outputs.
Plan with_shared_halvings(const Plan& plan);

}  // namespace tonelift
