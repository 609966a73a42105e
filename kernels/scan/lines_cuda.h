// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <span>

#include "kernels/device/kernel_call.h"
#include "kernels/device/plane.h"
#include "kernels/pass.h"

namespace tonelift::cuda {

KernelCall lines_call(const Pass& pass, std::span<const Plane> inputs, const DeviceLimits& limits);

}  // namespace tonelift::cuda
