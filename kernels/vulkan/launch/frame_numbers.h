// SPDX-License-Identifier: BSD-2-Clause
//
// Runs the frame steps of a batch on the host. Keeps the numbers and tables of every frame, and
// copies them to the memory that kernels read.
#pragma once

#include <map>
#include <vector>

#include "kernels/frame/host_steps.h"
#include "kernels/gpu/plan_calls.h"
#include "kernels/vulkan/launch/plan_memory.h"
#include "kernels/vulkan/launch/table_program.h"

namespace tonelift::vulkan {

// A range of frames of a batch that are processed together.
struct Piece {
    size_t first;  // index in the batch
    size_t count;
    size_t lane = 0;  // begin() of a piece may precede the steps of other lanes
};

class FrameNumbers : private frame::HostTables {
  public:
    // `frames` is the largest number of frames in a piece. `lanes` is the number of pieces in
    // flight on the device.
    FrameNumbers(const Plan& plan, const PlanCalls& calls, size_t frames, size_t lanes = 1);

    void begin(const Batch& batch, const Piece& piece, const SlotMemory& slot);
    // Runs a frame step for all frames of the piece. The device must have computed the reductions
    // of the step. All steps of a piece must run before the steps of the next piece.
    void run(const FrameStep& step, const Piece& piece, const SlotMemory& slot);
    // Ends a piece. Keeps the reductions of its last frame, and fills batch.record.
    void end(Batch& batch, const Piece& piece, const SlotMemory& slot);

    const std::vector<float>& states() const { return steps_.states(); }
    void continue_from(const FrameNumbers& previous);

  private:
    class Access;

    void arithmetic(const PointProgram& program, float* numbers) override;
    void fill_entries(int program, const float* numbers, float* entries) override;
    float* table(int table) override;

    float* numbers_of(size_t frame) {
        return numbers_.data() + frame * static_cast<size_t>(steps_.layout().count());
    }
    float* entries_of(size_t frame, int table);
    // Returns the index of a piece's first frame in numbers_. The index of its first table in
    // tables_ is this number times the number of tables.
    size_t place_of(const Piece& piece) const { return piece.lane * frames_; }
    void publish(size_t place, size_t frame, const SlotMemory& slot);

    const Plan& plan_;
    const ReductionLayout& reductions_;
    frame::HostSteps steps_;
    size_t frames_;                               // number of frames per lane
    std::map<int, TableProgram> table_programs_;  // indexed by program
    std::vector<float> numbers_;                  // numbers of each frame of each lane
    std::vector<float> tables_;                   // tables of each frame of each lane
    std::vector<float> values_;                   // values of an arithmetic program
    std::vector<unsigned char> before_;           // reductions of the frame before the piece
    size_t frame_ = 0;                            // index of the current frame
    std::vector<int> filled_;                     // current tables that are not yet published
};

}  // namespace tonelift::vulkan
