// SPDX-License-Identifier: BSD-2-Clause
//
// Gathers on CUDA: which kernel runs, and with what.
#pragma once

#include <span>

#include "kernels/cuda/kernel_call.h"
#include "kernels/cuda/plane.h"
#include "kernels/pass.h"

namespace tonelift::cuda {

// The launch for a pass whose core is a gather. inputs: the planes that the core's inputs lie in,
// all of the pass's size; none of them is what the pass writes.
KernelCall gather_call(const Pass& pass, const Gather& gather, std::span<const Plane> inputs);

}  // namespace tonelift::cuda
