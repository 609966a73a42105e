// SPDX-License-Identifier: BSD-2-Clause
//
// A frame step as a program for a team (kernels/frame/team.h). The program consists of phases. A
// block on a device runs all operations of a phase concurrently. The number of phases depends on
// the longest chain of dependent results.
#pragma once

#include <vector>

#include "kernels/frame/step_parameters.h"
#include "kernels/reduce/reduction_layout.h"

namespace tonelift::frame {

struct FrameProgram {
    std::vector<StepPhase> phases;
    std::vector<StepOperation> operations;
};

// Returns the program of a step. `first_program` is the index in the plan of the step's first
// arithmetic program.
FrameProgram make_frame_program(const FrameStep& step, const Plan& plan,
                                const ReductionLayout& reductions, int first_program);

// Returns the programs of all frame steps of a plan in their order. StepOperation::program is an
// index of this list.
std::vector<const PointProgram*> arithmetic_of(const Plan& plan);

}  // namespace tonelift::frame
