// SPDX-License-Identifier: BSD-2-Clause
//
// Computes values per frame on CUDA. Temporally smoothed values stay in device memory.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/batch.h"
#include "kernels/device/kernel_call.h"
#include "kernels/frame/begin.h"
#include "kernels/frame/frame.h"
#include "kernels/frame/frame_program.h"

namespace tonelift::cuda {

using DeviceAddress = unsigned long long;

struct MemoryCopy {
    DeviceAddress to;
    DeviceAddress from;
    size_t bytes;
};

struct BeginLaunch {
    int first;
    int frames;
    int first_value;
    int count;
    const float* values;
};

class FrameSteps {
  public:
    FrameSteps(const Plan& plan, const ReductionLayout& reductions, int frames);

    frame::FrameValuesLayout layout() const { return layout_; }
    size_t value_bytes() const;
    size_t table_bytes() const;

    // Sizes of device memory, in bytes.
    size_t constant_bytes(size_t entries) const;
    size_t memory_bytes() const;
    size_t reduction_bytes() const { return slots_ * slot_bytes_; }
    void place(DeviceAddress constants, DeviceAddress memory, DeviceAddress reductions);

    std::vector<std::byte> constants(std::span<const EntrySource> sources);

    void begin_batch(const Batch& batch, std::vector<BeginLaunch>& launches) const;
    KernelCall begin_call() const;
    void set_begin(KernelCall& call, const BeginLaunch& launch, const Batch& batch,
                   unsigned first_epoch) const;

    KernelCall step_call(size_t step) const;

    // The caller must call end_batch() after it has queued all launches of a batch.
    void end_batch(size_t frames);

    // Returns the memory copies that take over temporally smoothed values of the previous plan. If
    // the result is not empty, the caller must set all values to no_state before it runs these
    // copies.
    std::vector<MemoryCopy> continue_from(const FrameSteps& previous, const TakenOver& taken);
    size_t state_bytes() const { return static_cast<size_t>(layout_.states) * sizeof(float); }

  private:
    struct Placed {
        frame::FrameProgram program;
        size_t offset = 0;
        size_t phase_bytes() const;
        size_t bytes() const;
    };
    void add_step(const FrameStep& step, const Plan& plan, const ReductionLayout& reductions);
    size_t chain_offset() const;
    bool replays(const Batch& batch, size_t frame) const;
    int end_of_same_given(const Batch& batch, int first) const;
    BeginFrame begin_frame(const Batch& batch, size_t frame) const;
    DeviceAddress slot_before() const;

    frame::FrameValuesLayout layout_{};
    int parameters_ = 0;
    int given_ = 0;
    int first_given_ = 0;
    int tables_ = 0;
    std::vector<Placed> programs_;
    size_t program_bytes_ = 0;
    int programs_made_ = 0;
    uint64_t parts_ = 0;
    std::vector<uint32_t> offsets_;
    uint32_t zeroed_ = 0;
    size_t slot_bytes_ = 0;
    unsigned slots_ = 1;
    unsigned slot_ = 0;
    bool first_ = true;
    int entries_ = 0;
    DeviceAddress constants_ = 0;
    DeviceAddress memory_ = 0;
    DeviceAddress reductions_ = 0;
};

}  // namespace tonelift::cuda
