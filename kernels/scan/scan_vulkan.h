// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "kernels/device/kernel_call.h"
#include "kernels/pass.h"

namespace tonelift::vulkan {

KernelCall edge_scan_call(const Pass& pass);

}  // namespace tonelift::vulkan
