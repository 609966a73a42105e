// SPDX-License-Identifier: BSD-2-Clause
//
// The changes of a plan that pay off on a CUDA device.
#pragma once

#include "kernels/pass.h"

namespace tonelift::cuda {

// Returns a plan with the same results, which the executor runs instead of the given one.
Plan prepared_plan(const Plan& plan);

}  // namespace tonelift::cuda
