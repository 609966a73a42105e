// SPDX-License-Identifier: BSD-2-Clause
//
// A frame step for a device. Its operations are divided into as many phases as the longest chain of
// dependent results has links, so that a block runs many operations at a time.
#pragma once

#include <vector>

#include "kernels/frame/step_parameters.h"
#include "kernels/reduce/reduction_layout.h"

namespace tonelift::frame {

struct FrameProgram {
    std::vector<StepPhase> phases;
    std::vector<StepOperation> operations;
};

// first_program: index of the step's first arithmetic within the plan.
FrameProgram make_frame_program(const FrameStep& step, const Plan& plan,
                                const ReductionLayout& reductions, int first_program);

// The programs of all frame steps of a plan, in its order: StepOperation::program is an index.
std::vector<const PointProgram*> arithmetic_of(const Plan& plan);

}  // namespace tonelift::frame
