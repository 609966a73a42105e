// SPDX-License-Identifier: BSD-2-Clause
//
// Lists the kernels that a plan launches on a CUDA device.
#pragma once

#include <vector>

#include "kernels/cuda/launch/kernel_text.h"

namespace tonelift {

struct PlanText {
    cuda::KernelText text;
    unsigned threads = 0;
    bool per_pixel = false;  // false if the kernel computes numbers per frame
};

// Returns the kernels of all passes and frame steps. `frames` is the largest number of frames per
// launch. `vectors` tells whether rows of the input are aligned to 16 bytes.
std::vector<PlanText> plan_texts(const Plan& plan, const DeviceLimits& limits, int frames,
                                 bool vectors);

}  // namespace tonelift
