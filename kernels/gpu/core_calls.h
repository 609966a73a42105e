// SPDX-License-Identifier: BSD-2-Clause
//
// The table of functions that make the launches of the cores on one kind of GPU. Each function
// calls the policy of a core.
#pragma once

#include <span>

#include "kernels/device/kernel_call.h"
#include "kernels/device/plane.h"
#include "kernels/pass.h"
#include "kernels/tuning.h"

namespace tonelift {

struct CoreCalls {
    // Returns the launch of a point program over a grid of this size.
    KernelCall (*point)(int width, int height, const Tuning& tuning);
    // Returns the launch of a point program that halves the size of its results, which are one or
    // two planes.
    KernelCall (*halving)(int width, int height, int planes, const Tuning& tuning);
    // Returns the launch of the output pass. `vectors` is whether all planes of the output have
    // addresses and pitches that are multiples of 16 bytes.
    KernelCall (*output)(const Plan& plan, const Pass& pass, bool vectors, const Tuning& tuning);
    // Chooses the number of output rows if Tuning::output_rows is 0, for launches of this many
    // frames.
    int (*output_rows)(const Picture& output, const DeviceLimits& limits, int frames);
    KernelCall (*edge_scan)(const Pass& pass, const DeviceLimits& limits, const Tuning& tuning);
    // Return the launches of cores that read planes: other scans, stencils, gathers, resampling.
    KernelCall (*lines)(const Pass& pass, std::span<const Plane> planes,
                        const DeviceLimits& limits);
    KernelCall (*stencil)(const Pass& pass, std::span<const Plane> planes,
                          const DeviceLimits& limits);
    KernelCall (*gather)(const Pass& pass, const Gather& gather, std::span<const Plane> planes);
    KernelCall (*resample)(const Pass& pass, std::span<const Plane> planes);
};

}  // namespace tonelift
