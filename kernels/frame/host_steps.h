// SPDX-License-Identifier: BSD-2-Clause
//
// Computes values per frame on the CPU, such as statistics, and smooths them over time.
#pragma once

#include <map>
#include <vector>

#include "kernels/batch.h"
#include "kernels/frame/frame.h"
#include "kernels/frame/frame_program.h"
#include "kernels/frame/step.h"
#include "kernels/instruction_set.h"

namespace tonelift::frame {

class HostTables {
  public:
    virtual ~HostTables() = default;
    virtual void arithmetic(const PointProgram& program, float* values) = 0;
    virtual void fill_entries(int program, const float* values, float* entries) = 0;
    virtual float* table(int table) = 0;
};

class HostSteps {
  public:
    // `plan` must stay valid as long as this object exists.
    HostSteps(const Plan& plan, const ReductionLayout& reductions, const InstructionSet& set = {});

    const FrameValuesLayout& layout() const { return layout_; }
    const std::vector<const PointProgram*>& programs() const { return programs_; }
    const std::vector<float>& states() const { return states_; }

    // Starts a frame. The caller must call begin() once per frame, in frame order.
    void begin(const Batch& batch, size_t frame, float* values);
    void run(const FrameStep& step, const StepFrame& frame, HostTables& tables);
    void record(const float* values, FrameState& record) const;

    // Takes over temporally smoothed values of the previous plan. Returns false if `taken` is empty
    // or `previous` has processed no frame.
    bool continue_from(const HostSteps& previous, const TakenOver& taken);

  private:
    class Team;

    void set_provided(const Batch& batch, size_t frame, float* values) const;

    const Plan& plan_;
    const InstructionSet set_;
    FrameValuesLayout layout_;
    std::map<const FrameStep*, FrameProgram> steps_;
    std::vector<const PointProgram*> programs_;
    StepSpace space_;
    std::vector<float> states_;
    bool first_ = true;
};

}  // namespace tonelift::frame
