// SPDX-License-Identifier: BSD-2-Clause
//
// The launches of point passes in Vulkan.
#pragma once

#include "kernels/device/kernel_call.h"

namespace tonelift::vulkan {

// Returns the launch of a pass without a core.
KernelCall point_call(int width, int height);

// Returns the launch of a pass that halves the size of its prologue's results. `width` and `height`
// are the size of the larger grid, a multiple of 4 columns and 2 rows.
KernelCall halving_call(int width, int height);

}  // namespace tonelift::vulkan
