// SPDX-License-Identifier: BSD-2-Clause
//
// The launches of point passes on a CUDA device.
#pragma once

#include "kernels/device/kernel_call.h"
#include "kernels/tuning.h"

namespace tonelift::cuda {

// Returns the launch of a pass without a core.
KernelCall point_call(int width, int height, const Tuning& tuning = {});

// Returns the launch of a pass that halves the size of its prologue's results. `planes` is the
// number of results, 1 or 2. `width` and `height` are the size of the larger grid, a multiple of 4
// columns and 2 rows.
KernelCall halving_call(int width, int height, int planes, const Tuning& tuning = {});

}  // namespace tonelift::cuda
