// SPDX-License-Identifier: BSD-2-Clause
//
// Runs the computations that are done once per frame, such as smoothing over time. They run on the
// host.
#pragma once

#include <map>
#include <vector>

#include "kernels/frame/host_steps.h"
#include "kernels/gpu/plan_calls.h"
#include "kernels/vulkan/launch/plan_memory.h"
#include "kernels/vulkan/launch/table_program.h"

namespace tonelift::vulkan {

struct Piece {
    size_t first;
    size_t count;
    size_t lane = 0;
};

class FrameValues : private frame::HostTables {
  public:
    FrameValues(const Plan& plan, const PlanCalls& calls, size_t frames, size_t lanes = 1);

    void begin(const Batch& batch, const Piece& piece, const SlotMemory& slot);
    void run(const FrameStep& step, const Piece& piece, const SlotMemory& slot);
    void end(Batch& batch, const Piece& piece, const SlotMemory& slot);

    const std::vector<float>& states() const { return steps_.states(); }
    void continue_from(const FrameValues& previous);

  private:
    class Access;

    void arithmetic(const PointProgram& program, float* values) override;
    void fill_entries(int program, const float* values, float* entries) override;
    float* table(int table) override;

    float* values_of(size_t frame) {
        return values_.data() + frame * static_cast<size_t>(steps_.layout().count());
    }
    float* entries_of(size_t frame, int table);
    size_t place_of(const Piece& piece) const { return piece.lane * frames_; }
    void publish(size_t place, size_t frame, const SlotMemory& slot);

    const Plan& plan_;
    const ReductionLayout& reductions_;
    frame::HostSteps steps_;
    size_t frames_;
    std::map<int, TableProgram> table_programs_;
    std::vector<float> values_;
    std::vector<float> tables_;
    std::vector<float> program_values_;
    std::vector<unsigned char> before_;
    size_t frame_ = 0;
    std::vector<int> filled_;
};

}  // namespace tonelift::vulkan
