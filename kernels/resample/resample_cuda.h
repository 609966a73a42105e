// SPDX-License-Identifier: BSD-2-Clause
//
// Resamples on CUDA: choice of the kernel and its parameters.
#pragma once

#include <span>

#include "kernels/device/kernel_call.h"
#include "kernels/device/plane.h"
#include "kernels/pass.h"

namespace tonelift::cuda {

// The launch for a pass whose core is a resample. inputs: the planes that hold the core's inputs,
// followed for joint by the fine guide's buffer; the pass does not write to any of them.
KernelCall resample_call(const Pass& pass, std::span<const Plane> inputs);

}  // namespace tonelift::cuda
