// SPDX-License-Identifier: BSD-2-Clause
//
// A frame step for a device. Its operations are divided into phases, as many as the longest chain
// of dependent results requires. A block runs all operations of a phase concurrently.
#pragma once

#include <vector>

#include "kernels/frame/step_parameters.h"
#include "kernels/reduce/reduction_layout.h"

namespace tonelift::frame {

struct FrameProgram {
    std::vector<StepPhase> phases;
    std::vector<StepOperation> operations;
};

// first_program: index in the plan of the step's first arithmetic program.
FrameProgram make_frame_program(const FrameStep& step, const Plan& plan,
                                const ReductionLayout& reductions, int first_program);

// Returns the programs of all frame steps of a plan, in their order. StepOperation::program is an
// index into them.
std::vector<const PointProgram*> arithmetic_of(const Plan& plan);

}  // namespace tonelift::frame
