// SPDX-License-Identifier: BSD-2-Clause
//
// The numbers of a frame and the state between frames: the frame steps of a plan, which
// kernels/frame/step.h runs here with a team of one thread.
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

    // Sets the numbers that the runtime provides for a frame of the batch.
    void begin(const Batch& batch, size_t frame);
    // step: one of the plan.
    void run(const FrameStep& step);
    // Called after the last step. record: receives the results of the operations with a state, or
    // nullptr.
    void end(FrameState* record);

    const std::vector<float>& states() const { return states_; }

    // Takes over the state of another executor of the same stream, as far as it fits.
    void continue_from(const FrameNumbers& previous);

  private:
    class Team;
    class Access;

    // The reductions of a frame as steps read them (kernels/reduce/reduce_cuda.h).
    using Reductions = std::vector<double>;

    void add_step(const FrameStep& step);
    void take_reduction(int index);
    size_t offset_of(int index) const;  // of a reduction, in bytes
    void set_blocks();
    void set_provided(const Batch& batch, size_t frame);

    CpuContext& context_;
    cuda::FrameNumbersLayout layout_;
    std::vector<float> numbers_;  // by the layout
    cuda::ReductionLayout reduction_layout_;
    Reductions reductions_;
    Reductions reductions_before_;  // of the previous frame
    std::map<const FrameStep*, cuda::FrameProgram> steps_;
    std::vector<const PointProgram*> programs_;
    std::vector<float> values_;  // of arithmetic
    PassReductions no_reductions_;
    std::map<int, PassProgram> table_programs_;  // by program
    Aligned<float> places_;                      // arguments of the entries of a table
    Aligned<float> entries_;
    cuda::StepSpace space_;
    std::vector<float> states_;
    bool first_ = true;  // no frame was measured yet
};

}  // namespace tonelift
