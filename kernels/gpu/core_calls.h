// SPDX-License-Identifier: BSD-2-Clause
//
// Functions that describe the kernel launches of one kind of GPU. CUDA and Vulkan each have a table
// of these functions.
#pragma once

#include <span>

#include "kernels/device/kernel_call.h"
#include "kernels/device/plane.h"
#include "kernels/pass.h"
#include "kernels/tuning.h"

namespace tonelift {

struct CoreCalls {
    KernelCall (*point)(int width, int height, const Tuning& tuning);
    // Computes 1 or 2 planes at half the size of the input.
    KernelCall (*halving)(int width, int height, int planes, const Tuning& tuning);
    // `vectors` means that all output rows start at multiples of 16 bytes. `frames` is the
    // largest number of frames per launch, or 0 if the blocks must not depend on this number.
    KernelCall (*output)(const Plan& plan, const Pass& pass, bool vectors, const Tuning& tuning,
                         const DeviceLimits& limits, int frames);
    KernelCall (*edge_scan)(const Pass& pass, const DeviceLimits& limits, const Tuning& tuning);
    KernelCall (*lines)(const Pass& pass, std::span<const Plane> planes,
                        const DeviceLimits& limits);
    KernelCall (*stencil)(const Pass& pass, std::span<const Plane> planes,
                          const DeviceLimits& limits);
    KernelCall (*gather)(const Pass& pass, const Gather& gather, std::span<const Plane> planes);
    KernelCall (*resample)(const Pass& pass, std::span<const Plane> planes);
};

}  // namespace tonelift
