// SPDX-License-Identifier: BSD-2-Clause
//
// Changes a plan for execution on a CUDA device.
#pragma once

#include "kernels/pass.h"

namespace tonelift::cuda {

// Returns a plan that has the same results as the given one and is faster on a CUDA device.
Plan prepared_plan(const Plan& plan);

}  // namespace tonelift::cuda
