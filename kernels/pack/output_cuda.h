// SPDX-License-Identifier: BSD-2-Clause
//
// The launch of the kernel that writes the output frame.
#pragma once

#include "kernels/device/kernel_call.h"
#include "kernels/pass.h"
#include "kernels/tuning.h"

namespace tonelift::cuda {

// `vectors` means that all planes of the output have addresses and pitches that are multiples of 16
// bytes. `frames` is the largest number of frames per launch, or 0 if the blocks must not depend on
// this number.
KernelCall output_call(const Plan& plan, const Pass& pass, bool vectors, const Tuning& tuning,
                       const DeviceLimits& limits, int frames);

}  // namespace tonelift::cuda
