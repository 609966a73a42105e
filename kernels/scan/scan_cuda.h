// SPDX-License-Identifier: BSD-2-Clause
//
// The launch of the edge scan on CUDA.
#pragma once

#include "kernels/device/kernel_call.h"
#include "kernels/pass.h"
#include "kernels/tuning.h"

namespace tonelift::cuda {

// Returns the launch of a pass whose core is a scan of kind `edge`.
KernelCall edge_scan_call(const Pass& pass, const DeviceLimits& limits, const Tuning& tuning = {});

}  // namespace tonelift::cuda
