// SPDX-License-Identifier: BSD-2-Clause
//
// Launches of filters over a neighborhood.
#pragma once

#include <span>

#include "kernels/device/kernel_call.h"
#include "kernels/device/plane.h"
#include "kernels/pass.h"

namespace tonelift::cuda {

// The planes have the size of the pass. The pass must not write to them.
KernelCall stencil_call(const Pass& pass, std::span<const Plane> inputs,
                        const DeviceLimits& limits);

}  // namespace tonelift::cuda
