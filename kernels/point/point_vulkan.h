// SPDX-License-Identifier: BSD-2-Clause
//
// The launches of point passes in Vulkan.
#pragma once

#include "kernels/device/kernel_call.h"

namespace tonelift::vulkan {

// Returns the launch of a pass without a core.
KernelCall point_call(int width, int height);

// Returns the launch of a pass that halves the results of its prologue: planes of this size, a
// multiple of 4 by 2.
KernelCall halving_call(int width, int height);

}  // namespace tonelift::vulkan
