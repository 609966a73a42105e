// SPDX-License-Identifier: BSD-2-Clause
//
// Launches of scaling.
#pragma once

#include <span>

#include "kernels/device/kernel_call.h"
#include "kernels/device/plane.h"
#include "kernels/pass.h"

namespace tonelift::cuda {

// For joint, `inputs` includes the fine guide. The pass must not write to these planes.
KernelCall resample_call(const Pass& pass, std::span<const Plane> inputs);

}  // namespace tonelift::cuda
