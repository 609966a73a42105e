// SPDX-License-Identifier: BSD-2-Clause
//
// Runs the steps of a plan for a frame, with memory for one frame.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "kernels/cpu/context.h"
#include "kernels/cpu/frame_values.h"
#include "kernels/cpu/light_tables.h"
#include "kernels/steps/step_access.h"
#include "kernels/threads/task_graph.h"

namespace tonelift {

// A part of the work for a frame, and the memory that it reads and writes.
struct FrameTask {
    Task task;
    StepAccess access;
    bool is_urgent = false;  // a frame step, or a frame step needs its results
};

class PlanRunner {
  public:
    PlanRunner(StreamValues& stream, CpuThreads& threads, const InstructionSet& set,
               const Tuning& tuning);

    // Call begin() before the tasks of a frame, and end() after them.
    void begin(const Batch& batch, size_t frame);
    void end(Batch& batch, size_t frame);

    // Returns the tasks of a frame. Each step of the plan has at least one task.
    std::vector<FrameTask> tasks();

    // Call this function if a frame has failed.
    void discard();

  private:
    std::unique_ptr<PassRunner> make_pass(const Pass& pass);
    bool is_needed(const Pass& pass) const;
    std::function<bool()> condition_of(size_t step) const;
    Task task_of(size_t step);
    Task frame_task_of(const FrameStep& step);
    Task pass_task_of(size_t step) const;
    Task finish_of(size_t step) const;

    CpuContext context_;
    FrameValues values_;
    std::vector<std::unique_ptr<PassRunner>> passes_;
    std::optional<LightTables> light_tables_;  // made after all passes
};

}  // namespace tonelift
