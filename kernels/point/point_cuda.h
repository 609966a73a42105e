// SPDX-License-Identifier: BSD-2-Clause
//
// Creates the kernel launches of passes that run a point program without a filter.
#pragma once

#include "kernels/device/kernel_call.h"
#include "kernels/tuning.h"

namespace tonelift::cuda {

KernelCall point_call(int width, int height, const Tuning& tuning = {});

// Returns the launch of the kernel that halves the width and height of 1 or 2 planes. `width` and
// `height` are the size of a plane before the halving, in pixels. `width` is a multiple of 4, and
// `height` is a multiple of 2.
KernelCall halving_call(int width, int height, int planes, const Tuning& tuning = {});

}  // namespace tonelift::cuda
