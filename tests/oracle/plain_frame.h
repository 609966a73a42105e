// SPDX-License-Identifier: BSD-2-Clause
//
// The definition of frame steps. It computes the operations of kernels/pass.h (FrameOp) one by one,
// in the order of the plan. CPU and devices are compared with it.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "kernels/cpu/program.h"

namespace tonelift {

class PlainFrameNumbers {
  public:
    explicit PlainFrameNumbers(CpuContext& context);

    // Sets the numbers that the runtime provides. For a replay, sets the recorded states; without a
    // replay there are none.
    void begin(const Batch& batch, size_t frame);
    void run(const FrameStep& step);
    // Ends the frame, after the last step. `record` receives the results of operations with state;
    // null: they are not recorded.
    void end(FrameState* record);

    const std::vector<float>& states() const { return states_; }

    // Continues the states of another executor of the same stream, as far as they match.
    void continue_from(const PlainFrameNumbers& previous);

  private:
    class Access;

    float argument(const FrameOperation& operation, size_t i) const;
    void set(int uniform, float value);
    void perform(const FrameOperation& operation);
    float with_state(const FrameOperation& operation);
    float remembered(const FrameOperation& operation);
    float smooth(const FrameOperation& operation);
    float previous(const FrameOperation& operation);
    float reduced(const FrameOperation& operation) const;
    float largest(const FrameOperation& operation);
    float scene_change(const FrameOperation& operation) const;
    void fill_table(const FrameOperation& operation);
    void fill_curve_table(const FrameOperation& operation, std::span<const uint32_t> bins,
                          const Aligned<float>& table);
    void tabulate(const FrameOperation& operation);

    CpuContext& context_;
    std::vector<float> numbers_;
    std::vector<float> values_;  // values of arithmetic programs
    PassReductions no_reductions_;
    std::map<const FrameOperation*, PassProgram> table_programs_;
    Aligned<float> places_;  // arguments of the entries of a table
    std::vector<float> states_;
    std::vector<float> results_;                      // results of the operations with a state
    std::vector<std::vector<uint32_t>> bins_before_;  // previous histograms by reduction
    bool first_ = true;                               // no frame has been measured yet
    float seconds_ = 0;
    float cut_ = 0;  // 0: same scene, 1: earlier frames do not count
    const FrameState* replay_ = nullptr;
};

}  // namespace tonelift
