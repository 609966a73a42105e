// SPDX-License-Identifier: BSD-2-Clause
//
// The executor that copies frames through unmodified, where an end is in images of a Vulkan device.
#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

#include "kernels/error.h"
#include "kernels/executor.h"
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
    // A frame on its way.
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
        if (host_.input) copy_rows(batch.input[frame], layout_.at(slot.memory.host()));
        record(batch, frame, slot);
        slot.submitted = timeline_.submit({slot.commands.at(0)}, &semaphores_);
        if (!host_.output) return;
        timeline_.wait(slot.submitted);
        copy_rows(layout_.at(slot.memory.host()), batch.output[frame]);
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

    void copy_rows(const FramePlanes& from, const FramePlanes& to) const {
        for (size_t i = 0; i < layout_.count; ++i) {
            const PackedPicture::Plane& plane = layout_.planes[i];
            for (size_t row = 0; row < plane.rows; ++row) {
                const auto y = static_cast<ptrdiff_t>(row);
                std::memcpy(to.data[i] + y * to.pitch[i], from.data[i] + y * from.pitch[i],
                            plane.row_bytes);
            }
        }
    }

    DevicePointer device_;
    PackedPicture layout_;
    ImageCopies images_;
    HostMemory host_;
    Timeline::Semaphores semaphores_;  // of a submission
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
