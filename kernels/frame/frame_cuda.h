// SPDX-License-Identifier: BSD-2-Clause
//
// Frame steps on CUDA: the layout of a plan's data in device memory, and the launches of its
// kernels.
//
// A batch consists of the begin launches, the passes and frame steps of the plan in their order,
// and end_batch(). The device orders the launches, so the host does not wait. Temporal state is in
// device memory. The host only knows whether a frame is the first of the stream.
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

// A copy within device memory, by which a plan continues data of the previous plan.
struct MemoryCopy {
    DeviceAddress to;
    DeviceAddress from;
    size_t bytes;
};

// A launch of frame_begin. It sets `count` values from index `number` on, in the frames from
// `first` on. Several launches may set the same values of a frame.
struct BeginLaunch {
    int first;
    int frames;  // z size of the grid
    int number;
    int count;
    const float* numbers;
};

class FrameSteps {
  public:
    // `frames` is the size of the largest batch.
    FrameSteps(const Plan& plan, const ReductionLayout& reductions, int frames);

    frame::FrameNumbersLayout numbers() const { return layout_; }
    size_t number_bytes() const;  // bytes per frame, a multiple of 256
    size_t table_bytes() const;   // bytes per frame, a multiple of 256

    // Return sizes of device memory, in multiples of 256 bytes. constant_bytes() is for memory that
    // is uploaded once; `entries` is the number of entries per frame. memory_bytes() is for states
    // and for the exchange between frames of a batch; this memory is zeroed once. reduction_bytes()
    // has room for one frame more than the largest batch, so that the reductions of the last frame
    // are kept.
    size_t constant_bytes(size_t entries) const;
    size_t memory_bytes() const;
    size_t reduction_bytes() const { return slots_ * slot_bytes_; }
    void place(DeviceAddress constants, DeviceAddress memory, DeviceAddress reductions);

    // Returns the content of the constant memory: the programs, then the sources of the entries.
    // `sources` starts with the source of entry_numbers. The sources of the reductions are
    // replaced.
    std::vector<std::byte> constants(std::span<const EntrySource> sources);

    // begin_batch() lists the begin launches of a batch. A frame is replayed if batch.replay has
    // all of its states. set_begin() sets the parameters of a launch. Both reuse memory, so that
    // later batches allocate nothing.
    void begin_batch(const Batch& batch, std::vector<BeginLaunch>& launches) const;
    KernelCall begin_call() const;
    void set_begin(KernelCall& call, const BeginLaunch& launch, const Batch& batch,
                   unsigned first_epoch) const;

    // Returns the launch of a frame step. `step` is its index among the frame steps of the plan.
    KernelCall step_call(size_t step) const;

    // Ends a batch. The states for Batch::record then start at numbers().state() in the values of a
    // frame.
    void end_batch(size_t frames);

    // Continues states of the previous plan. Returns the necessary copies. If there are any, all
    // states must be set to no_state before they are copied.
    std::vector<MemoryCopy> continue_from(const FrameSteps& previous, const TakenOver& taken);
    size_t state_bytes() const { return static_cast<size_t>(layout_.states) * sizeof(float); }

  private:
    // The program of a frame step and its offset in the constant memory. Phases come first, then
    // operations.
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

    frame::FrameNumbersLayout layout_{};
    int parameters_ = 0;
    int given_ = 0;
    int first_given_ = 0;
    int tables_ = 0;
    std::vector<Placed> programs_;
    size_t program_bytes_ = 0;
    int programs_made_ = 0;
    uint64_t parts_ = 0;
    std::vector<uint32_t> offsets_;  // offsets of reductions in a slot
    uint32_t zeroed_ = 0;
    size_t slot_bytes_ = 0;
    unsigned slots_ = 1;
    unsigned slot_ = 0;  // slot of the next batch's first frame
    bool first_ = true;  // whether no frame has been processed yet
    int entries_ = 0;
    DeviceAddress constants_ = 0;
    DeviceAddress memory_ = 0;
    DeviceAddress reductions_ = 0;
};

}  // namespace tonelift::cuda
