// SPDX-License-Identifier: BSD-2-Clause
//
// The launch of the pass that ends in the output frame.
#pragma once

#include "kernels/device/kernel_call.h"
#include "kernels/pass.h"
#include "kernels/tuning.h"

namespace tonelift::cuda {

// vectors: all planes of the output begin and go on at multiples of 16 bytes.
KernelCall output_call(const Plan& plan, const Pass& pass, bool vectors, const Tuning& tuning = {});

// Tuning::output_rows for launches of so many frames, where it is 0.
int output_rows_for(const Picture& output, const DeviceLimits& limits, int frames);

}  // namespace tonelift::cuda
