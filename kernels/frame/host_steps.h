// SPDX-License-Identifier: BSD-2-Clause
//
// Frame steps on the host: the state between the frames of a stream, and kernels/frame/step.h with
// a team of one thread. Executors provide the numbers, reductions and tables of each frame.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "kernels/batch.h"
#include "kernels/frame/frame.h"
#include "kernels/frame/frame_program.h"
#include "kernels/frame/step.h"

namespace tonelift::frame {

// The tables and programs of the current frame.
class HostTables {
  public:
    virtual ~HostTables() = default;
    // Runs a program of the plan over the uniforms of the frame.
    virtual void arithmetic(const PointProgram& program, float* numbers) = 0;
    // program: index in arithmetic_of(plan). entries: receives the program's value at each of
    // curve_entries positions.
    virtual void fill_entries(int program, const float* numbers, float* entries) = 0;
    // Returns the curve_entries values of a table.
    virtual float* table(int table) = 0;
};

class HostSteps {
  public:
    // The plan must outlive this object.
    HostSteps(const Plan& plan, const ReductionLayout& reductions);

    const FrameNumbersLayout& layout() const { return layout_; }
    const std::vector<const PointProgram*>& programs() const { return programs_; }
    const std::vector<float>& states() const { return states_; }

    // Sets the numbers that the runtime provides for a frame of the batch. Frames begin in order.
    void begin(const Batch& batch, size_t frame, float* numbers);
    // Runs a frame step of the plan. The calls for a step are in the order of the frames.
    void run(const FrameStep& step, const StepFrame& frame, HostTables& tables);
    // Records the results of operations with a state; called after the frame's last step.
    void record(const float* numbers, FrameState& record) const;

    // Takes over the states of the previous plan. Returns false if the previous plan has none; its
    // reductions are then not taken over either.
    bool continue_from(const HostSteps& previous, const TakenOver& taken);

  private:
    class Team;

    void set_provided(const Batch& batch, size_t frame, float* numbers) const;

    const Plan& plan_;
    FrameNumbersLayout layout_;
    std::map<const FrameStep*, FrameProgram> steps_;
    std::vector<const PointProgram*> programs_;
    StepSpace space_;
    std::vector<float> states_;
    bool first_ = true;  // whether no frame has been processed yet
};

}  // namespace tonelift::frame
