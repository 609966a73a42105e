// SPDX-License-Identifier: BSD-2-Clause
// Checks frames in images of a Vulkan device, and converts them to FrameImages.
#pragma once

#include <tonelift/tonelift.h>
#include <tonelift/vulkan.h>

#include <span>
#include <vector>

#include "kernels/batch.h"

namespace tonelift {

constexpr tonelift_vulkan_frame no_images() {
    constexpr uint32_t shared = ~0u;
    tonelift_vulkan_frame frame{};
    for (uint32_t& family : frame.queue_family) family = shared;
    return frame;
}

class ImageFrames {
  public:
    explicit ImageFrames(const tonelift_device& device)
        : input_(device.vulkan != nullptr && device.input_on_device != 0),
          output_(device.vulkan != nullptr && device.output_on_device != 0) {}

    bool input() const { return input_; }
    bool output() const { return output_; }

    // Checks the images on construction. On destruction, writes their new semaphore values, layouts
    // and queue families to the caller's structs.
    class Scope {
      public:
        // Adds the images of all frames to `batch`. Throws Error (argument) for an invalid image,
        // with a message that names the frame.
        Scope(ImageFrames& of, std::span<const tonelift_frame> in, const tonelift_video& in_video,
              std::span<const tonelift_frame> out, const tonelift_video& out_video, Batch& batch);
        Scope(const Scope&) = delete;
        ~Scope();

      private:
        ImageFrames& of_;
    };

  private:
    struct Entry {
        tonelift_vulkan_frame* caller;
        FrameImages images;
    };
    Entry& entry_of(const tonelift_frame& frame);
    void add(std::span<const tonelift_frame> frames, const tonelift_video& video, bool output,
             std::vector<FrameImages*>& to);

    bool input_;
    bool output_;
    std::vector<Entry> entries_;
};

}  // namespace tonelift
