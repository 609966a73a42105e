// SPDX-License-Identifier: BSD-2-Clause
//
// A frame step for a device. Its operations are divided into as many phases as the longest chain of
// dependent results has links, so that a block runs many operations at a time.
#pragma once

#include <vector>

#include "kernels/frame/frame_cuda_parameters.h"
#include "kernels/reduce/reduce_cuda.h"

namespace tonelift::cuda {

struct FrameProgram {
    std::vector<DevicePhase> phases;
    std::vector<DeviceFrameOperation> operations;
};

// first_program: index of the step's first arithmetic within the plan.
FrameProgram make_frame_program(const FrameStep& step, const Plan& plan,
                                const ReductionLayout& reductions, int first_program);

}  // namespace tonelift::cuda
