// SPDX-License-Identifier: BSD-2-Clause
//
// Runs frame steps on the host: kernels/frame/step.h with a team of one thread. Keeps the temporal
// state. Executors provide the numbers, reductions and tables of each frame.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "kernels/batch.h"
#include "kernels/frame/frame.h"
#include "kernels/frame/frame_program.h"
#include "kernels/frame/step.h"

namespace tonelift::frame {

// Access to the tables and programs of the current frame, which executors provide.
class HostTables {
  public:
    virtual ~HostTables() = default;
    // Runs a program of the plan over the uniforms of the frame.
    virtual void arithmetic(const PointProgram& program, float* numbers) = 0;
    // Computes the values of a program at curve_entries positions, and writes them to `entries`.
    // `program` is an index in arithmetic_of(plan).
    virtual void fill_entries(int program, const float* numbers, float* entries) = 0;
    // Returns the address of a table's curve_entries values.
    virtual float* table(int table) = 0;
};

class HostSteps {
  public:
    // The plan must outlive this object.
    HostSteps(const Plan& plan, const ReductionLayout& reductions);

    const FrameNumbersLayout& layout() const { return layout_; }
    const std::vector<const PointProgram*>& programs() const { return programs_; }
    const std::vector<float>& states() const { return states_; }

    // Sets the uniforms that the runtime provides for a frame of the batch. Must be called for the
    // frames in order.
    void begin(const Batch& batch, size_t frame, float* numbers);
    // Runs a frame step of the plan. For each step, must be called for the frames in order.
    void run(const FrameStep& step, const StepFrame& frame, HostTables& tables);
    // Stores the temporal states of a frame in `record`. Must be called after the frame's last
    // step.
    void record(const float* numbers, FrameState& record) const;

    // Continues states of the previous plan. Returns false if there are none. In that case,
    // reductions must not be continued either.
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
