// SPDX-License-Identifier: BSD-2-Clause
//
// Launches of passes without a filter.
#pragma once

#include "kernels/device/kernel_call.h"

namespace tonelift::vulkan {

KernelCall point_call(int width, int height);

// Launches the shader that halves the size of planes. The size is that of the larger picture, a
// multiple of 4 columns and 2 rows.
KernelCall halving_call(int width, int height);

}  // namespace tonelift::vulkan
