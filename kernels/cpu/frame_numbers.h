// SPDX-License-Identifier: BSD-2-Clause
//
// The uniforms of a frame and the state between frames. The frame steps of a plan run in
// kernels/frame/step.h, here with a team of one thread.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "kernels/cpu/program.h"
#include "kernels/frame/frame_program.h"
#include "kernels/frame/step.h"

namespace tonelift {

class FrameNumbers {
  public:
    explicit FrameNumbers(CpuContext& context);

    // Sets the uniforms that the runtime provides for a frame of the batch.
    void begin(const Batch& batch, size_t frame);
    // step: a frame step of the plan.
    void run(const FrameStep& step);
    // Called after the last step. record: receives the results of operations with a state; may be
    // nullptr.
    void end(FrameState* record);

    const std::vector<float>& states() const { return states_; }

    // Takes over the state of another executor of the same stream, as far as the plans share it.
    void continue_from(const FrameNumbers& previous);

  private:
    class Team;
    class Access;

    // The reductions of a frame as steps read them (kernels/reduce/reduction_layout.h).
    using Reductions = std::vector<double>;

    void add_step(const FrameStep& step);
    void take_reduction(int index);
    size_t offset_of(int index) const;  // offset of a reduction, in bytes
    void set_blocks();
    void set_provided(const Batch& batch, size_t frame);

    CpuContext& context_;
    frame::FrameNumbersLayout layout_;
    std::vector<float> numbers_;  // in the order of the layout
    ReductionLayout reduction_layout_;
    Reductions reductions_;
    Reductions reductions_before_;  // of the previous frame
    std::map<const FrameStep*, frame::FrameProgram> steps_;
    std::vector<const PointProgram*> programs_;
    std::vector<float> values_;  // of arithmetic
    PassReductions no_reductions_;
    std::map<int, PassProgram> table_programs_;  // by program
    Aligned<float> places_;                      // the argument of each table entry
    Aligned<float> entries_;
    frame::StepSpace space_;
    std::vector<float> states_;
    bool first_ = true;  // no frame was processed yet
};

}  // namespace tonelift
