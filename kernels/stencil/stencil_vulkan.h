// SPDX-License-Identifier: BSD-2-Clause
//
// Describes the Vulkan launches of stencils, which are filters over a neighborhood of pixels.
#pragma once

#include <span>

#include "kernels/device/kernel_call.h"
#include "kernels/device/plane.h"
#include "kernels/pass.h"

namespace tonelift::vulkan {

KernelCall stencil_call(const Pass& pass, std::span<const Plane> inputs);
KernelCall gather_call(const Pass& pass, const Gather& gather, std::span<const Plane> inputs);

}  // namespace tonelift::vulkan
