// SPDX-License-Identifier: BSD-2-Clause
//
// Groups the operations of a frame step that do not depend on each other. A GPU runs the operations
// of a group at the same time.
#pragma once

#include <vector>

#include "kernels/frame/step_parameters.h"
#include "kernels/reduce/reduction_layout.h"

namespace tonelift::frame {

struct FrameProgram {
    std::vector<StepPhase> phases;
    std::vector<StepOperation> operations;
};

FrameProgram make_frame_program(const FrameStep& step, const Plan& plan,
                                const ReductionLayout& reductions, int first_program);

std::vector<const PointProgram*> arithmetic_of(const Plan& plan);

}  // namespace tonelift::frame
