// SPDX-License-Identifier: BSD-2-Clause
//
// The executor of a Vulkan device. A batch is divided into pieces, and the steps of the plan into
// parts, each of which ends before a frame step. A part is one submission for all frames of a
// piece. The host runs frame steps between the parts. While the device computes one piece, the host
// copies frames of another piece that are in host memory. Frames in images are copied by the first
// and the last part.
#include "kernels/executor.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>

#include "kernels/error.h"
#include "kernels/gpu/host_copy.h"
#include "kernels/gpu/shared_halving.h"
#include "kernels/shortcut.h"
#include "kernels/threads/workers.h"
#include "kernels/vulkan/launch/frame_numbers.h"
#include "kernels/vulkan/launch/image_copies.h"
#include "kernels/vulkan/launch/pass_recorder.h"

namespace tonelift {
namespace vulkan {
namespace {

constexpr size_t slot_count = 3;

// The memory and the recorded commands of a piece.
struct Slot {
    Slot(const Plan& plan, const DevicePointer& device, const PlanCalls& calls,
         const PlanMemory& planes, size_t frames, size_t parts, HostMemory host)
        : memory(plan, device, calls, planes, frames, host),
          commands(device, parts),
          image_commands(device, 2) {}

    SlotMemory memory;
    Commands commands;        // one command buffer per part
    Commands image_commands;  // copies from and to images, recorded again for each piece
    size_t recorded = 0;      // number of frames that the commands are recorded for
    Piece piece{};
    uint64_t submitted = 0;  // number of the last submission, see Timeline
};

class VulkanExecutor : public Executor {
  public:
    VulkanExecutor(const Plan& plan, DevicePointer device, int frames, int threads,
                   const Tuning& tuning, HostMemory host)
        : plan_(with_shortcut(with_shared_halvings(plan))),
          device_(std::move(device)),
          frames_(static_cast<size_t>(frames)),
          calls_(plan_, core_calls, device_->limits(), tuning, frames),
          memory_(plan_, device_, calls_, frames_),
          passes_(plan_, device_, calls_),
          numbers_(plan_, calls_, frames_),
          workers_(threads),
          timeline_(device_) {
        if (!host.input) images_in_.emplace(device_, plan_.input);
        if (!host.output && passes_.make_output()) images_out_.emplace(device_, plan_.output);
        for (std::unique_ptr<Slot>& slot : slots_)
            slot = std::make_unique<Slot>(plan_, device_, calls_, memory_, frames_, parts(), host);
        passes_.compile();
        clear();
    }

    // Waits for the device, which may still access the memory of this object.
    ~VulkanExecutor() override { timeline_.drain(); }

    void continue_from(const Executor& previous) override {
        const auto* other = dynamic_cast<const VulkanExecutor*>(&previous);
        if (other != nullptr) numbers_.continue_from(other->numbers_);
    }

    void run(Batch& batch) override {
        const size_t frames = batch.times.size();
        if ((images_in_ ? batch.input_images.size() : batch.input.size()) != frames ||
            (images_out_ ? batch.output_images.size() : batch.output.size()) != frames)
            throw Error(Failure::internal, "a batch lacks frames or times");
        const size_t pieces = (frames + frames_ - 1) / frames_;
        try {
            for (size_t i = 0; i < pieces + slot_count - 1; ++i) step(batch, pieces, i);
        } catch (...) {
            timeline_.drain();  // the next batch uses the slots again
            throw;
        }
        first_slot_ += pieces;
    }

    std::vector<float> states() const override { return numbers_.states(); }

  private:
    Slot& slot_of(size_t piece) { return *slots_[(first_slot_ + piece) % slot_count]; }
    Piece piece_of(size_t frames, size_t number) const {
        const size_t first = number * frames_;
        return {first, std::min(frames_, frames - first)};
    }
    size_t parts() const { return calls_.frame_steps + 1; }

    void clear() {
        Slot& slot = *slots_[0];
        memory_.clear(*device_, slot.commands.begin(0));
        slot.commands.end(0);
        timeline_.wait(timeline_.submit({slot.commands.at(0)}));
    }

    // Runs one step of the pipeline: copies a piece in, computes the previous piece, and copies out
    // the piece before that.
    void step(Batch& batch, size_t pieces, size_t number) {
        copies_.clear();
        if (number < pieces) fetch(batch, slot_of(number), piece_of(batch.times.size(), number));
        if (number >= 2) hand_over(batch, slot_of(number - 2));
        const size_t computes = number >= 1 && number <= pieces ? 1 : 0;
        workers_.run(static_cast<int>(copies_.items() + computes), [&](int item, int) {
            const auto i = static_cast<size_t>(item);
            if (i < computes)
                compute(batch, slot_of(number - 1));
            else
                copies_.copy(i - computes);
        });
    }

    void fetch(const Batch& batch, Slot& slot, const Piece& piece) {
        timeline_.wait(slot.submitted);
        slot.piece = piece;
        if (images_in_) return;
        for (size_t i = 0; i < piece.count; ++i)
            add_copies(batch.input[piece.first + i], slot.memory.input(i),
                       slot.memory.input_layout(), Reader::device);
    }

    // Runs the plan for a piece, and waits for output in host memory. Reductions are complete
    // before the last frame step.
    void compute(Batch& batch, Slot& slot) {
        if (slot.recorded != slot.piece.count) record(slot);
        numbers_.begin(batch, slot.piece, slot.memory);
        size_t part = 0;
        for (const auto& step : plan_.steps) {
            const auto* frame_step = std::get_if<FrameStep>(&step);
            if (frame_step == nullptr) continue;
            submit(batch, slot, part++);
            timeline_.wait(slot.submitted);
            numbers_.run(*frame_step, slot.piece, slot.memory);
        }
        numbers_.end(batch, slot.piece, slot.memory);
        submit(batch, slot, part);
        if (!images_out_) timeline_.wait(slot.submitted);
    }

    // Submits a part: copies from images go before the first part, copies to images after the last
    // part.
    void submit(const Batch& batch, Slot& slot, size_t part) {
        const Piece& piece = slot.piece;
        VkCommandBuffer before = VK_NULL_HANDLE, after = VK_NULL_HANDLE;
        semaphores_.clear();
        if (images_in_ && part == 0) {
            before = slot.image_commands.begin(0);
            for (size_t i = 0; i < piece.count; ++i)
                images_in_->from_images(before, *batch.input_images[piece.first + i],
                                        slot.memory.inputs(), i * slot.memory.input_layout().bytes,
                                        semaphores_);
            slot.image_commands.end(0);
        }
        if (images_out_ && part + 1 == parts()) {
            after = slot.image_commands.begin(1);
            for (size_t i = 0; i < piece.count; ++i)
                images_out_->to_images(after, slot.memory.outputs(),
                                       i * slot.memory.output_layout().bytes,
                                       *batch.output_images[piece.first + i], semaphores_);
            slot.image_commands.end(1);
        }
        slot.submitted = timeline_.submit({before, slot.commands.at(part), after}, &semaphores_);
    }

    void hand_over(const Batch& batch, const Slot& slot) {
        if (!passes_.make_output() || images_out_) return;
        for (size_t i = 0; i < slot.piece.count; ++i)
            add_copies(slot.memory.output(i), batch.output[slot.piece.first + i],
                       slot.memory.output_layout(), Reader::caller);
    }

    void add_copies(const FramePlanes& from, const FramePlanes& to, const PackedPicture& picture,
                    Reader reader) {
        for (size_t plane = 0; plane < picture.count; ++plane)
            copies_.add(from, to, plane, picture, reader);
    }

    // Records the parts of a slot for pieces of slot.piece.count frames.
    void record(Slot& slot) {
        const VulkanDevice& device = *device_;
        const size_t frames = slot.piece.count;
        size_t part = 0;
        VkCommandBuffer to = slot.commands.begin(part);
        slot.memory.upload(device, to, frames);
        slot.memory.clear_reductions(device, to, frames);
        Commands::barrier(device, to);
        for (size_t step = 0; step < plan_.steps.size(); ++step) {
            if (std::holds_alternative<FrameStep>(plan_.steps[step])) {
                end_part(slot, part, to);
                to = slot.commands.begin(++part);
                Commands::barrier(device, to);
            } else {
                passes_.record(step, memory_, slot.memory, frames, to);
            }
        }
        end_part(slot, part, to);
        slot.recorded = frames;
    }

    // Ends a part. The host reads reductions after each part, and the output after the last part.
    void end_part(const Slot& slot, size_t part, VkCommandBuffer to) const {
        Commands::barrier(*device_, to);
        if (part + 1 == parts() && passes_.make_output())
            slot.memory.download(*device_, to, slot.piece.count);
        slot.memory.download_reductions(*device_, to, slot.piece.count);
        Commands::show_to_host(*device_, to);
        slot.commands.end(part);
    }

    const Plan plan_;
    DevicePointer device_;
    size_t frames_;
    const PlanCalls calls_;
    PlanMemory memory_;
    PassRecorder passes_;
    FrameNumbers numbers_;
    Workers workers_;
    HostCopies copies_;
    std::optional<ImageCopies> images_in_;   // empty: input is in host memory
    std::optional<ImageCopies> images_out_;  // empty: output is in host memory
    Timeline::Semaphores semaphores_;        // semaphores of a submission
    Timeline timeline_;
    std::array<std::unique_ptr<Slot>, slot_count> slots_;
    size_t first_slot_ = 0;  // slot of the first piece of a batch, modulo slot_count
};

}  // namespace
}  // namespace vulkan

std::unique_ptr<Executor> make_vulkan_executor(const Plan& plan,
                                               std::shared_ptr<VulkanDevice> device, int frames,
                                               int threads, const Tuning& tuning, HostMemory host) {
    return std::make_unique<vulkan::VulkanExecutor>(plan, std::move(device), frames, threads,
                                                    tuning, host);
}

}  // namespace tonelift
