// SPDX-License-Identifier: BSD-2-Clause
//
// Computes the uniforms of each frame and keeps the temporal state.
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
    // Runs a frame step of the plan.
    void run(const FrameStep& step);
    // Ends the frame, after its last step. `record` receives the temporal states for the
    // stats_file; it may be nullptr.
    void end(FrameState* record);

    const std::vector<float>& states() const { return steps_.states(); }

    // Continues the states of `previous`, an executor of the same stream. Only states that both
    // plans have are continued.
    void continue_from(const FrameNumbers& previous);

  private:
    class Access;

    // The results of a frame's reductions, in the layout of kernels/reduce/reduction_layout.h.
    using Reductions = std::vector<double>;

    void arithmetic(const PointProgram& program, float* numbers) override;
    void fill_entries(int program, const float* numbers, float* entries) override;
    float* table(int table) override;

    void add_step(const FrameStep& step, int& program);
    void take_reduction(int index);
    size_t offset_of(int index) const;  // byte offset of a reduction
    void set_blocks();

    CpuContext& context_;
    ReductionLayout reduction_layout_;
    Reductions reductions_;
    Reductions reductions_before_;  // reductions of the previous frame
    frame::HostSteps steps_;
    std::vector<float> numbers_;  // laid out as in FrameNumbersLayout
    std::vector<float> values_;   // values of an arithmetic program
    PassReductions no_reductions_;
    std::map<int, PassProgram> table_programs_;  // indexed by program
    Aligned<float> places_;                      // position in [0,1] of each table entry
    Aligned<float> entries_;
};

}  // namespace tonelift
