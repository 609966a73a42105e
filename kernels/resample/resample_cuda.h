// SPDX-License-Identifier: BSD-2-Clause
//
// The launches of resamples on CUDA. They choose the kernel and its parameters.
#pragma once

#include <span>

#include "kernels/device/kernel_call.h"
#include "kernels/device/plane.h"
#include "kernels/pass.h"

namespace tonelift::cuda {

// Returns the launch of a pass whose core is a resample. `inputs` contains the planes of the core's
// inputs. For joint, it also contains the buffer of the fine guide. The pass must not write to
// these planes.
KernelCall resample_call(const Pass& pass, std::span<const Plane> inputs);

}  // namespace tonelift::cuda
