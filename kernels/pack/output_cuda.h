// SPDX-License-Identifier: BSD-2-Clause
//
// Creates the launch of the kernel that writes the output frame.
#pragma once

#include "kernels/device/kernel_call.h"
#include "kernels/pass.h"
#include "kernels/tuning.h"

namespace tonelift::cuda {

// Returns the launch of the kernel that writes the output frame. `vectors` is true if the addresses
// and pitches of all output planes are multiples of 16 bytes. `frames` is the maximum number of
// frames per launch, or 0 if the shape of blocks must not depend on this number.
KernelCall output_call(const Plan& plan, const Pass& pass, bool vectors, const Tuning& tuning,
                       const DeviceLimits& limits, int frames);

}  // namespace tonelift::cuda
