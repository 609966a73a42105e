// SPDX-License-Identifier: BSD-2-Clause
//
// The launches of point passes by Vulkan.
#pragma once

#include "kernels/device/kernel_call.h"

namespace tonelift::vulkan {

// The launch of a pass without a core.
KernelCall point_call(int width, int height);

// The launch of a pass that halves the results of its prologue: planes of this size, a multiple of
// 4 by 2.
KernelCall halving_call(int width, int height);

}  // namespace tonelift::vulkan
