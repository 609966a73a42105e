// SPDX-License-Identifier: BSD-2-Clause
//
// Creates the kernel launches of passes that run a point program without a filter.
#pragma once

#include "kernels/device/kernel_call.h"

namespace tonelift::vulkan {

KernelCall point_call(int width, int height);

// Returns the launch of the shader that halves the width and height of planes. `width` and `height`
// are the size of a plane before the halving, in pixels. `width` is a multiple of 4, and `height`
// is a multiple of 2.
KernelCall halving_call(int width, int height);

}  // namespace tonelift::vulkan
