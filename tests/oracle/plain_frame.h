// SPDX-License-Identifier: BSD-2-Clause
// Declares a plain version of the work that runs once per frame (FrameOp in kernels/pass.h).
#pragma once

#include <map>
#include <span>
#include <vector>

#include "kernels/cpu/program.h"

namespace tonelift {

class PlainFrameValues {
  public:
    explicit PlainFrameValues(CpuContext& context);

    void begin(const Batch& batch, size_t frame);
    void run(const FrameStep& step);
    void end(FrameState* record);

    const std::vector<float>& states() const { return states_; }

    void continue_from(const PlainFrameValues& previous);

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
    float distance_before(const FrameOperation& operation) const;
    float scene_change(const FrameOperation& operation) const;
    void fill_table(const FrameOperation& operation);
    void fill_curve_table(const FrameOperation& operation, std::span<const uint32_t> bins,
                          const Aligned<float>& table);
    void tabulate(const FrameOperation& operation);

    CpuContext& context_;
    std::vector<float> uniforms_;
    std::vector<float> program_values_;
    PassReductions no_reductions_;
    std::map<const FrameOperation*, PassProgram> table_programs_;
    Aligned<float> places_;
    std::vector<float> states_;
    std::vector<float> results_;
    std::vector<std::vector<uint32_t>> bins_before_;
    bool first_ = true;
    float seconds_ = 0;
    float cut_ = 0;
    const FrameState* replay_ = nullptr;
};

}  // namespace tonelift
