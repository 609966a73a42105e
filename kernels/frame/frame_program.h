// SPDX-License-Identifier: BSD-2-Clause
//
// A frame step as a device runs it: its operations in phases, each as long as the longest chain of
// results that need each other asks for, so that a block works on many of them at a time.
#pragma once

#include <vector>

#include "kernels/frame/frame_cuda_parameters.h"
#include "kernels/reduce/reduce_cuda.h"

namespace tonelift::cuda {

struct FrameProgram {
    std::vector<DevicePhase> phases;
    std::vector<DeviceFrameOperation> operations;
};

// first_program: the index of the step's first arithmetic among those of the plan.
FrameProgram make_frame_program(const FrameStep& step, const Plan& plan,
                                const ReductionLayout& reductions, int first_program);

}  // namespace tonelift::cuda
