// SPDX-License-Identifier: BSD-2-Clause
//
// A table of functions, each of which describes the launch of one kind of kernel. CUDA and Vulkan
// each have such a table.
#pragma once

#include <span>

#include "kernels/device/kernel_call.h"
#include "kernels/device/plane.h"
#include "kernels/pass.h"
#include "kernels/tuning.h"

namespace tonelift {

struct CoreCalls {
    KernelCall (*point)(int width, int height, const Tuning& tuning);
    // Describes a kernel that computes 1 or 2 planes at half the size of the input frame.
    KernelCall (*halving)(int width, int height, int planes, const Tuning& tuning);
    // Describes the kernel that writes the output frame. `vectors` must be true only if the
    // addresses of all output rows are multiples of 16 bytes. `frames` is the largest number of
    // frames per launch. If `frames` is 0, the division into blocks does not depend on the number
    // of frames.
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
