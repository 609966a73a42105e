// SPDX-License-Identifier: BSD-2-Clause
//
// Creates the launches of shaders that scale planes.
#pragma once

#include <span>

#include "kernels/device/kernel_call.h"
#include "kernels/device/plane.h"
#include "kernels/pass.h"

namespace tonelift::vulkan {

KernelCall resample_call(const Pass& pass, std::span<const Plane> inputs);

}  // namespace tonelift::vulkan
