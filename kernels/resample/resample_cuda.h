// SPDX-License-Identifier: BSD-2-Clause
//
// Creates the launches of kernels that scale planes.
#pragma once

#include <span>

#include "kernels/device/kernel_call.h"
#include "kernels/device/plane.h"
#include "kernels/pass.h"

namespace tonelift::cuda {

// `inputs` are the planes that the kernel reads. The kind `joint` has three inputs: value, guide
// and full-size guide. All other kinds have only the input value. The pass must not write to these
// planes.
KernelCall resample_call(const Pass& pass, std::span<const Plane> inputs);

}  // namespace tonelift::cuda
