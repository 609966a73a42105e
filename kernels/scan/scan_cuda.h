// SPDX-License-Identifier: BSD-2-Clause
//
// How a scan is launched on CUDA.
#pragma once

#include "kernels/cuda/kernel_call.h"
#include "kernels/pass.h"

namespace tonelift::cuda {

// For a pass whose core is a Scan of kind edge.
KernelCall edge_scan_call(const Pass& pass, const DeviceLimits& limits);

}  // namespace tonelift::cuda
