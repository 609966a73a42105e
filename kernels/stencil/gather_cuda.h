// SPDX-License-Identifier: BSD-2-Clause
//
// The launch of gathers on CUDA.
#pragma once

#include <span>

#include "kernels/device/kernel_call.h"
#include "kernels/device/plane.h"
#include "kernels/pass.h"

namespace tonelift::cuda {

// Returns the launch of a pass whose core is a gather. `inputs` contains the planes of the core's
// inputs, at the size of the pass. The pass must not write to these planes.
KernelCall gather_call(const Pass& pass, const Gather& gather, std::span<const Plane> inputs);

}  // namespace tonelift::cuda
