// SPDX-License-Identifier: BSD-2-Clause
//
// The uniforms of a frame and the state between frames.
#pragma once

#include <map>
#include <vector>

#include "kernels/cpu/program.h"
#include "kernels/frame/host_steps.h"

namespace tonelift {

class FrameNumbers : private frame::HostTables {
  public:
    explicit FrameNumbers(CpuContext& context);

    // Sets the uniforms that the runtime provides for a frame of the batch.
    void begin(const Batch& batch, size_t frame);
    // step: a frame step of the plan.
    void run(const FrameStep& step);
    // Called after the last step. record: receives the results of operations with a state; may be
    // nullptr.
    void end(FrameState* record);

    const std::vector<float>& states() const { return steps_.states(); }

    // Takes over the state of another executor of the same stream, as far as the plans share it.
    void continue_from(const FrameNumbers& previous);

  private:
    class Access;

    // The reductions of a frame as steps read them (kernels/reduce/reduction_layout.h).
    using Reductions = std::vector<double>;

    void arithmetic(const PointProgram& program, float* numbers) override;
    void fill_entries(int program, const float* numbers, float* entries) override;
    float* table(int table) override;

    void add_step(const FrameStep& step, int& program);
    void take_reduction(int index);
    size_t offset_of(int index) const;  // offset of a reduction, in bytes
    void set_blocks();

    CpuContext& context_;
    ReductionLayout reduction_layout_;
    Reductions reductions_;
    Reductions reductions_before_;  // of the previous frame
    frame::HostSteps steps_;
    std::vector<float> numbers_;  // in the order of the layout
    std::vector<float> values_;   // of arithmetic
    PassReductions no_reductions_;
    std::map<int, PassProgram> table_programs_;  // by program
    Aligned<float> places_;                      // the argument of each table entry
    Aligned<float> entries_;
};

}  // namespace tonelift
