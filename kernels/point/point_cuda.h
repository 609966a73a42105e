// SPDX-License-Identifier: BSD-2-Clause
//
// How passes that look at one pixel at a time are launched on a device.
#pragma once

#include "kernels/cuda/kernel_call.h"

namespace tonelift::cuda {

// A pass without a core.
KernelCall point_call(int width, int height);

// One that halves what its prologue makes of a grid of this size, a multiple of 4 by 2.
KernelCall halving_call(int width, int height);

}  // namespace tonelift::cuda
