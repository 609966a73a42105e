// SPDX-License-Identifier: BSD-2-Clause
//
// The executor of a Vulkan device. The values that are computed per frame are computed on the
// host, between two submissions to the GPU.
#include "kernels/executor.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "kernels/error.h"
#include "kernels/gpu/host_copy.h"
#include "kernels/gpu/prepared_plan.h"
#include "kernels/threads/workers.h"
#include "kernels/vulkan/launch/frame_values.h"
#include "kernels/vulkan/launch/image_copies.h"
#include "kernels/vulkan/launch/pass_recorder.h"

namespace tonelift {
namespace vulkan {
namespace {

struct Flight {
    size_t slots;
    size_t lanes;
};
constexpr Flight shared_memory = {3, 1}, own_memory = {6, 2};

struct Slot {
    Slot(const Plan& plan, const DevicePointer& device, const PlanCalls& calls,
         const PlanMemory& planes_of_lane, size_t frames, size_t parts, HostMemory host)
        : planes(planes_of_lane),
          memory(plan, device, calls, planes, frames, host),
          commands(device, parts),
          image_commands(device, 2),
          upload(device, 1, Work::upload),
          download(device, 1, Work::download) {}

    const PlanMemory& planes;
    SlotMemory memory;
    Commands commands;
    Commands image_commands;
    Commands upload;
    Commands download;
    size_t recorded = 0;
    Piece piece{};
    uint64_t submitted = 0;
    uint64_t uploaded = 0;
    uint64_t downloaded = 0;
};

class VulkanExecutor : public Executor {
  public:
    VulkanExecutor(const Plan& plan, DevicePointer device, int frames, int threads,
                   const Tuning& tuning, HostMemory host)
        : plan_(prepared_for_vulkan(plan)),
          device_(std::move(device)),
          frames_(static_cast<size_t>(frames)),
          copies_frames_(!device_->shares_memory() && (host.input || host.output)),
          flight_(copies_frames_ ? own_memory : shared_memory),
          calls_(plan_, core_calls, device_->limits(), tuning, frames),
          passes_(plan_, device_, calls_),
          frame_values_(plan_, calls_, frames_, flight_.lanes),
          workers_(threads),
          timeline_(device_),
          uploads_(device_, Work::upload),
          downloads_(device_, Work::download) {
        if (!host.input) images_in_.emplace(device_, plan_.input);
        if (!host.output && passes_.make_output()) images_out_.emplace(device_, plan_.output);
        for (const auto& step : plan_.steps) {
            if (const auto* frame_step = std::get_if<FrameStep>(&step))
                frame_steps_.push_back(frame_step);
        }
        memory_.reserve(flight_.lanes);
        for (size_t i = 0; i < flight_.lanes; ++i)
            memory_.emplace_back(plan_, device_, calls_, frames_);
        for (size_t i = 0; i < flight_.slots; ++i)
            slots_.push_back(std::make_unique<Slot>(
                plan_, device_, calls_, memory_[i % flight_.lanes], frames_, parts(), host));
        passes_.compile();
        clear();
    }

    // Waits for all submissions, because the device may still access memory that is freed here.
    ~VulkanExecutor() override {
        drain();
        if (!copies_frames_) return;
        timeline_.release_semaphores();
        downloads_.release_semaphores();
    }

    void continue_from(const Executor& previous) override {
        const auto* other = dynamic_cast<const VulkanExecutor*>(&previous);
        if (other != nullptr) frame_values_.continue_from(other->frame_values_);
    }

    void run(Batch& batch) override {
        const size_t frames = batch.times.size();
        if ((images_in_ ? batch.input_images.size() : batch.input.size()) != frames ||
            (images_out_ ? batch.output_images.size() : batch.output.size()) != frames)
            throw Error(Failure::internal, "a batch lacks frames or times");
        const size_t pieces = (frames + frames_ - 1) / frames_;
        try {
            for (size_t i = 0; i < pieces + flight_.slots - 1; ++i) step(batch, pieces, i);
        } catch (...) {
            drain();
            throw;
        }
        first_slot_ += pieces;
    }

    std::vector<float> states() const override { return frame_values_.states(); }

  private:
    size_t slot_index(size_t piece) const { return (first_slot_ + piece) % flight_.slots; }
    Slot& slot_of(size_t piece) { return *slots_[slot_index(piece)]; }
    Piece piece_of(size_t frames, size_t piece) const {
        const size_t first = piece * frames_;
        return {first, std::min(frames_, frames - first), slot_index(piece) % flight_.lanes};
    }
    size_t parts() const { return frame_steps_.size() + 1; }

    void drain() const noexcept {
        uploads_.drain();
        timeline_.drain();
        downloads_.drain();
    }

    void clear() {
        Slot& slot = *slots_[0];
        const VkCommandBuffer to = slot.commands.begin(0);
        for (const PlanMemory& planes : memory_) planes.clear(*device_, to);
        slot.commands.end(0);
        timeline_.wait(timeline_.submit({to}));
    }

    void step(Batch& batch, size_t pieces, size_t piece) {
        Slot* const fetched = piece >= 1 && piece <= pieces ? &slot_of(piece - 1) : nullptr;
        if (fetched != nullptr) upload(*fetched);
        copies_.clear();
        next_copy_ = 0;
        if (piece < pieces) fetch(batch, slot_of(piece), piece_of(batch.times.size(), piece));
        const size_t delay = flight_.slots - 1;
        if (piece >= delay) hand_over(batch, slot_of(piece - delay));
        const size_t lanes = flight_.lanes;
        Slot* const begun =
            piece >= lanes && piece - lanes < pieces ? &slot_of(piece - lanes) : nullptr;
        const size_t computes = fetched != nullptr || begun != nullptr ? 1 : 0;
        workers_.run(static_cast<int>(copies_.items() + computes), [&](int item, int) {
            if (static_cast<size_t>(item) < computes)
                compute(batch, fetched, begun);
            else
                copy_next();
        });
    }

    bool copy_next() {
        const size_t item = next_copy_++;
        if (item < copies_.items()) copies_.copy(item);
        return item < copies_.items();
    }

    void wait_for(const Slot& slot) {
        while (!timeline_.is_done(slot.submitted)) {
            if (!copy_next()) timeline_.wait(slot.submitted);
        }
    }

    void fetch(const Batch& batch, Slot& slot, const Piece& piece) {
        timeline_.wait(slot.submitted);
        slot.piece = piece;
        if (slot.recorded != piece.count) record(slot);
        if (images_in_) return;
        for (size_t i = 0; i < piece.count; ++i)
            add_copies(batch.input[piece.first + i], slot.memory.input(i),
                       slot.memory.input_layout(), CopyReader::device);
    }

    void upload(Slot& slot) {
        if (copies_frames_ && !images_in_) slot.uploaded = uploads_.submit({slot.upload.at(0)});
    }

    void compute(Batch& batch, Slot* fetched, Slot* begun) {
        if (fetched == begun) start(batch, *std::exchange(fetched, nullptr));
        if (begun != nullptr) fetched = finish(batch, *begun, fetched);
        if (fetched != nullptr) start(batch, *fetched);
    }

    void start(const Batch& batch, Slot& slot) {
        frame_values_.begin(batch, slot.piece, slot.memory);
        submit(batch, slot, 0);
    }

    // Completes the frames of `slot`. If the frames of `next` are uploaded, starts them before the
    // host runs a frame step of `slot`, so that the GPU has work during the frame step. Returns
    // null if `next` was started, else `next`.
    Slot* finish(Batch& batch, Slot& slot, Slot* next) {
        for (size_t i = 0; i < frame_steps_.size(); ++i) {
            wait_for(slot);
            if (next != nullptr && uploads_.is_done(next->uploaded))
                start(batch, *std::exchange(next, nullptr));
            frame_values_.run(*frame_steps_[i], slot.piece, slot.memory);
            submit(batch, slot, i + 1);
        }
        frame_values_.end(batch, slot.piece, slot.memory);
        if (images_out_ || !passes_.make_output()) return next;
        if (copies_frames_)
            download(slot);
        else
            wait_for(slot);
        return next;
    }

    void download(Slot& slot) {
        semaphores_.clear();
        semaphores_.waits.push_back(timeline_.after(slot.submitted));
        slot.downloaded = downloads_.submit({slot.download.at(0)}, &semaphores_);
    }

    void submit(const Batch& batch, Slot& slot, size_t part) {
        const Piece& piece = slot.piece;
        VkCommandBuffer before = VK_NULL_HANDLE, after = VK_NULL_HANDLE;
        semaphores_.clear();
        if (part == 0 && slot.uploaded > 0)
            semaphores_.waits.push_back(uploads_.after(slot.uploaded));
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
        downloads_.wait(slot.downloaded);
        for (size_t i = 0; i < slot.piece.count; ++i)
            add_copies(slot.memory.output(i), batch.output[slot.piece.first + i],
                       slot.memory.output_layout(), CopyReader::caller);
    }

    void add_copies(const FramePlanes& from, const FramePlanes& to, const PackedPicture& picture,
                    CopyReader reader) {
        for (size_t plane = 0; plane < picture.count; ++plane)
            copies_.add(from, to, plane, picture, reader);
    }

    void record(Slot& slot) {
        const VulkanDevice& device = *device_;
        const size_t frames = slot.piece.count;
        if (copies_frames_) record_copies(slot);
        size_t part = 0;
        VkCommandBuffer to = slot.commands.begin(part);
        slot.memory.clear_reductions(device, to, frames);
        Commands::barrier(device, to);
        for (size_t step = 0; step < plan_.steps.size(); ++step) {
            if (std::holds_alternative<FrameStep>(plan_.steps[step])) {
                end_part(slot, part, to);
                to = slot.commands.begin(++part);
                Commands::barrier(device, to);
            } else {
                passes_.record(step, slot.planes, slot.memory, frames, to);
            }
        }
        end_part(slot, part, to);
        slot.recorded = frames;
    }

    void record_copies(const Slot& slot) const {
        slot.memory.upload(*device_, slot.upload.begin(0), slot.piece.count);
        slot.upload.end(0);
        const VkCommandBuffer to = slot.download.begin(0);
        slot.memory.download(*device_, to, slot.piece.count);
        Commands::show_to_host(*device_, to);
        slot.download.end(0);
    }

    // Ends the commands of one submission. The host reads the results of reductions, such as sums
    // and histograms, after every submission of a batch except the last one.
    void end_part(const Slot& slot, size_t part, VkCommandBuffer to) const {
        Commands::barrier(*device_, to);
        if (part < frame_steps_.size())
            slot.memory.download_reductions(*device_, to, slot.piece.count);
        Commands::show_to_host(*device_, to);
        slot.commands.end(part);
    }

    const Plan plan_;
    DevicePointer device_;
    size_t frames_;
    bool copies_frames_;
    Flight flight_;
    const PlanCalls calls_;
    std::vector<const FrameStep*> frame_steps_;
    std::vector<PlanMemory> memory_;
    PassRecorder passes_;
    FrameValues frame_values_;
    Workers workers_;
    HostCopies copies_;
    std::atomic<size_t> next_copy_ = 0;
    std::optional<ImageCopies> images_in_;
    std::optional<ImageCopies> images_out_;
    Timeline::Semaphores semaphores_;
    Timeline timeline_;
    Timeline uploads_;
    Timeline downloads_;
    std::vector<std::unique_ptr<Slot>> slots_;
    size_t first_slot_ = 0;
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
