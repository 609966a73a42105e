// SPDX-License-Identifier: BSD-2-Clause
//
// Executor that copies input frames to output frames without changes, on a Vulkan device. Each side
// is either Vulkan images or host memory.
#include <algorithm>
#include <array>
#include <optional>

#include "kernels/error.h"
#include "kernels/executor.h"
#include "kernels/gpu/host_copy.h"
#include "kernels/vulkan/launch/image_copies.h"

namespace tonelift {
namespace vulkan {
namespace {

constexpr size_t slot_count = 3;

class ImageCopier : public Executor {
  public:
    ImageCopier(const Picture& picture, DevicePointer device, HostMemory host)
        : device_(std::move(device)),
          layout_(picture),
          images_(device_, picture),
          host_(host),
          timeline_(device_) {
        const bool is_device_only = !host.input && !host.output;
        for (std::optional<Slot>& slot : slots_)
            slot.emplace(device_, layout_.bytes,
                         is_device_only ? MemoryUse::kernels : MemoryUse::to_host);
    }
    ~ImageCopier() override { timeline_.drain(); }

    void continue_from(const Executor&) override {}
    std::vector<float> states() const override { return {}; }

    void run(Batch& batch) override {
        for (size_t i = 0; i < batch.times.size(); ++i) copy(batch, i);
    }

  private:
    struct Slot {
        Slot(const DevicePointer& device, size_t bytes, MemoryUse use)
            : memory(device, bytes, use), commands(device, 1) {}

        DeviceMemory memory;
        Commands commands;
        uint64_t submitted = 0;
    };

    void copy(const Batch& batch, size_t frame) {
        Slot& slot = *slots_[next_++ % slot_count];
        timeline_.wait(slot.submitted);
        if (host_.input)
            copy(batch.input[frame], layout_.at(slot.memory.host()), CopyReader::device);
        record(batch, frame, slot);
        slot.submitted = timeline_.submit({slot.commands.at(0)}, &semaphores_);
        if (!host_.output) return;
        timeline_.wait(slot.submitted);
        copy(layout_.at(slot.memory.host()), batch.output[frame], CopyReader::caller);
    }

    void record(const Batch& batch, size_t frame, Slot& slot) {
        const VkCommandBuffer to = slot.commands.begin(0);
        semaphores_.clear();
        if (!host_.input)
            images_.from_images(to, *batch.input_images[frame], slot.memory, 0, semaphores_);
        Commands::barrier(*device_, to);
        if (host_.output)
            Commands::show_to_host(*device_, to);
        else
            images_.to_images(to, slot.memory, 0, *batch.output_images[frame], semaphores_);
        slot.commands.end(0);
    }

    void copy(const FramePlanes& from, const FramePlanes& to, CopyReader reader) {
        copies_.clear();
        for (size_t plane = 0; plane < layout_.count; ++plane)
            copies_.add(from, to, plane, layout_, reader);
        for (size_t item = 0; item < copies_.items(); ++item) copies_.copy(item);
    }

    DevicePointer device_;
    PackedPicture layout_;
    ImageCopies images_;
    HostMemory host_;
    HostCopies copies_;
    Timeline::Semaphores semaphores_;
    Timeline timeline_;
    std::array<std::optional<Slot>, slot_count> slots_;
    size_t next_ = 0;
};

}  // namespace
}  // namespace vulkan

std::unique_ptr<Executor> make_vulkan_copier(const Picture& picture,
                                             std::shared_ptr<VulkanDevice> device,
                                             HostMemory host) {
    return std::make_unique<vulkan::ImageCopier>(picture, std::move(device), host);
}

}  // namespace tonelift
