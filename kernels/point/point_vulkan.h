// SPDX-License-Identifier: BSD-2-Clause
//
// Launches of passes without a filter.
#pragma once

#include "kernels/device/kernel_call.h"

namespace tonelift::vulkan {

KernelCall point_call(int width, int height);

// Launches the shader that halves the size of planes. `width` is a multiple of 4 and `height` is a
// multiple of 2; both are sizes before the halving.
KernelCall halving_call(int width, int height);

}  // namespace tonelift::vulkan
