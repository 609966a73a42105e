// SPDX-License-Identifier: BSD-2-Clause
//
// Describes the CUDA launches of stencils, which are filters over a neighborhood of pixels.
#pragma once

#include <span>

#include "kernels/device/kernel_call.h"
#include "kernels/device/plane.h"
#include "kernels/pass.h"

namespace tonelift::cuda {

// Returns the kernel launch of a pass with a stencil. The planes in `inputs` must have the width
// and height of the pass. The pass must not write to these planes.
KernelCall stencil_call(const Pass& pass, std::span<const Plane> inputs,
                        const DeviceLimits& limits);

}  // namespace tonelift::cuda
