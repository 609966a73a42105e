// SPDX-License-Identifier: BSD-2-Clause
//
// How a pass without a core is launched on a device.
#pragma once

#include "kernels/cuda/kernel_call.h"

namespace tonelift::cuda {

KernelCall point_call(int width, int height);

}  // namespace tonelift::cuda
