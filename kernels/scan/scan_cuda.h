// SPDX-License-Identifier: BSD-2-Clause
//
// The launch of the edge scan on CUDA.
#pragma once

#include <span>

#include "kernels/device/kernel_call.h"
#include "kernels/device/plane.h"
#include "kernels/pass.h"
#include "kernels/tuning.h"

namespace tonelift::cuda {

// The launch for a pass whose core is a Scan of kind edge. inputs: the planes that the core may
// read in place of its inputs, if the prologue only loads them; none if it does more.
KernelCall edge_scan_call(const Pass& pass, std::span<const Plane> inputs,
                          const DeviceLimits& limits, const Tuning& tuning = {});

}  // namespace tonelift::cuda
