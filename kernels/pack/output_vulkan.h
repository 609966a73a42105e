// SPDX-License-Identifier: BSD-2-Clause
//
// Creates the launch of the shader that writes the output frame.
#pragma once

#include "kernels/device/kernel_call.h"
#include "kernels/pass.h"

namespace tonelift::vulkan {

KernelCall output_call(const Plan& plan, const Pass& pass);

}  // namespace tonelift::vulkan
