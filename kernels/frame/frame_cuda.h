// SPDX-License-Identifier: BSD-2-Clause
//
// Frame steps on CUDA: the layout of a plan's data in device memory, and the launches of its
// kernels.
//
// A batch consists of the begin launches, the passes and frame steps of the plan, in its order, and
// end_batch(). All launches follow each other on the device, so the host does not wait. Temporal
// state is in device memory; the host knows which frame is the very first one.
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

// Memory that a plan takes over from the previous plan, copied on the device.
struct MemoryCopy {
    DeviceAddress to;
    DeviceAddress from;
    size_t bytes;
};

// One launch of frame_begin: the frames from `first` on get `count` values, from value `number` on.
// Launches for the same frames may repeat equal data.
struct BeginLaunch {
    int first;
    int frames;  // z of the grid
    int number;
    int count;
    const float* numbers;
};

class FrameSteps {
  public:
    // frames: size of the largest batch.
    FrameSteps(const Plan& plan, const ReductionLayout& reductions, int frames);

    frame::FrameNumbersLayout numbers() const { return layout_; }
    size_t number_bytes() const;  // per frame, a multiple of 256
    size_t table_bytes() const;   // likewise

    // Sizes of device memory, aligned to 256 bytes: constants, uploaded once; states and the
    // exchange between frames of a batch, zeroed once; and reductions, for one more frame than the
    // largest batch, so that those of the last frame survive. entries: number per frame.
    size_t constant_bytes(size_t entries) const;
    size_t memory_bytes() const;
    size_t reduction_bytes() const { return slots_ * slot_bytes_; }
    void place(DeviceAddress constants, DeviceAddress memory, DeviceAddress reductions);

    // sources: of all entries from entry_numbers on; this object fills in those of the reductions.
    std::vector<std::byte> constants(std::span<const EntrySource> sources);

    // The launches of a batch; both functions reuse their memory. batch.replay is used if all
    // states are given.
    void begin_batch(const Batch& batch, std::vector<BeginLaunch>& launches) const;
    KernelCall begin_call() const;
    void set_begin(KernelCall& call, const BeginLaunch& launch, const Batch& batch,
                   unsigned first_epoch) const;

    // step: index among the frame steps of the plan.
    KernelCall step_call(size_t step) const;

    // Ends a batch. From here on the values of a frame from numbers().state() on are those for
    // Batch::record.
    void end_batch(size_t frames);

    // Takes over states of the previous plan. If there are copies, all states are set to no_state
    // first.
    std::vector<MemoryCopy> continue_from(const FrameSteps& previous, const TakenOver& taken);
    size_t state_bytes() const { return static_cast<size_t>(layout_.states) * sizeof(float); }

  private:
    // A frame step's program in the constants: phases, then operations.
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
    std::vector<uint32_t> offsets_;  // of reductions in a slot
    uint32_t zeroed_ = 0;
    size_t slot_bytes_ = 0;
    unsigned slots_ = 1;
    unsigned slot_ = 0;  // slot of the next batch's first frame
    bool first_ = true;  // no frame was processed yet
    int entries_ = 0;
    DeviceAddress constants_ = 0;
    DeviceAddress memory_ = 0;
    DeviceAddress reductions_ = 0;
};

}  // namespace tonelift::cuda
