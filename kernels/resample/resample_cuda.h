// SPDX-License-Identifier: BSD-2-Clause
//
// Resamples on CUDA: which kernel runs, and with what.
#pragma once

#include <span>

#include "kernels/device/kernel_call.h"
#include "kernels/device/plane.h"
#include "kernels/pass.h"

namespace tonelift::cuda {

// The launch for a pass whose core is a resample. inputs: the planes that the core's inputs lie in,
// for joint followed by the fine guide's buffer; none of them is what the pass writes.
KernelCall resample_call(const Pass& pass, std::span<const Plane> inputs);

}  // namespace tonelift::cuda
