// SPDX-License-Identifier: BSD-2-Clause
//
// Describes the CUDA launch of a gather filter, which is a filter that a script defines.
#pragma once

#include <span>

#include "kernels/device/kernel_call.h"
#include "kernels/device/plane.h"
#include "kernels/pass.h"

namespace tonelift::cuda {

// Returns the kernel launch of a pass with a gather filter. The planes in `inputs` must have the
// width and height of the pass. The pass must not write to these planes.
KernelCall gather_call(const Pass& pass, const Gather& gather, std::span<const Plane> inputs);

}  // namespace tonelift::cuda
