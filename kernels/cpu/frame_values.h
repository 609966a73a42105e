// SPDX-License-Identifier: BSD-2-Clause
//
// Computes the values that a plan needs once per frame, such as percentiles, and smooths them over
// time.
#pragma once

#include <map>
#include <vector>

#include "kernels/cpu/program.h"
#include "kernels/frame/host_steps.h"

namespace tonelift {

// The results of a frame's reductions, in the memory layout that
// kernels/reduce/reduction_layout.h defines.
using Reductions = std::vector<double>;

// Values that frames leave to later frames of the stream.
struct StreamValues {
    // `plan` must stay valid as long as this object exists.
    StreamValues(const Plan& the_plan, const InstructionSet& set);

    // Takes over the state of temporal smoothing from the executor that processed the earlier
    // frames of the same stream.
    void continue_from(const StreamValues& previous);

    size_t offset_of(int reduction) const {
        return layout.reductions[static_cast<size_t>(reduction)].offset;
    }

    const Plan& plan;
    ReductionLayout layout;
    Reductions reductions_before;  // of the previous frame
    frame::HostSteps steps;
};

class FrameValues : private frame::HostTables {
  public:
    FrameValues(CpuContext& context, StreamValues& stream);

    void begin(const Batch& batch, size_t frame);

    // Other threads can read uniforms and tables that the step does not compute.
    void run(const FrameStep& step);

    // Call this function after the last step, and before the first step of the next frame.
    void end(FrameState* record);

  private:
    class Access;

    void arithmetic(const PointProgram& program, float* values) override;
    void fill_entries(int program, const float* values, float* entries) override;
    float* table(int table) override;

    void add_step(const FrameStep& step, int& program);
    void take_reduction(int index);
    void set_block(int uniform);
    void set_blocks(const FrameStep& step);

    CpuContext& context_;
    StreamValues& stream_;
    Reductions reductions_;
    std::vector<float> values_;
    std::vector<float> program_values_;
    std::map<const FrameStep*, std::vector<int>> uniforms_of_;  // that a step computes
    const FrameStep* running_ = nullptr;
    PassReductions no_reductions_;
    std::map<int, PassProgram> table_programs_;
    Aligned<float> places_;
    Aligned<float> entries_;
};

}  // namespace tonelift
