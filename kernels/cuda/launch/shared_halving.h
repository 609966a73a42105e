// SPDX-License-Identifier: BSD-2-Clause
//
// Passes that halve what they make of the input, two in one.
#pragma once

#include "kernels/pass.h"

namespace tonelift::cuda {

// Whether a pass halves the size of its core's inputs, and the kernels that do so while they make
// the inputs take the size: a multiple of 4 columns and of 2 rows.
bool halves(const Pass& pass);

// The plan with one pass in place of two that follow each other, halve the same grid, and both read
// the input frame, which is then unpacked once. Such a pass has two core inputs and outputs.
Plan with_shared_halvings(const Plan& plan);

}  // namespace tonelift::cuda
