// SPDX-License-Identifier: BSD-2-Clause
//
// Changes a plan so that a GPU executor runs it faster, with the same results.
#pragma once

#include "kernels/pass.h"

namespace tonelift {

Plan prepared_for_cuda(const Plan& plan);
Plan prepared_for_vulkan(const Plan& plan);

}  // namespace tonelift
