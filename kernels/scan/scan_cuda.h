// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "kernels/device/kernel_call.h"
#include "kernels/pass.h"
#include "kernels/tuning.h"

namespace tonelift::cuda {

// Returns the kernel launch of a pass with the edge-aware recursive filter.
KernelCall edge_scan_call(const Pass& pass, const DeviceLimits& limits, const Tuning& tuning = {});

}  // namespace tonelift::cuda
