// SPDX-License-Identifier: BSD-2-Clause
//
// Records commands that copy frames between the caller's Vulkan images and the memory that kernels
// access.
#pragma once

#include <array>

#include "kernels/batch.h"
#include "kernels/gpu/packed_picture.h"
#include "kernels/vulkan/driver/commands.h"

namespace tonelift::vulkan {

class ImageCopies {
  public:
    // Throws Failure::unsupported if a pixel of the picture's format cannot be a texel of a Vulkan
    // image.
    ImageCopies(DevicePointer device, const Picture& picture);

    void from_images(VkCommandBuffer to, FrameImages& frame, const DeviceMemory& memory,
                     size_t offset, Timeline::Semaphores& semaphores) const;
    void to_images(VkCommandBuffer to, const DeviceMemory& memory, size_t offset,
                   FrameImages& frame, Timeline::Semaphores& semaphores) const;

  private:
    struct Use;
    struct Shape {
        size_t texel;
        int log2_w;
        int log2_h;
    };
    size_t images_of(const FrameImages& frame) const;
    VkImage image_of(const FrameImages& frame, size_t plane) const;
    void take(VkCommandBuffer to, FrameImages& frame, const Use& use,
              Timeline::Semaphores& semaphores) const;
    VkBufferImageCopy region(const FrameImages& frame, size_t plane, size_t offset) const;

    DevicePointer device_;
    PackedPicture layout_;
    std::array<Shape, 4> shapes_{};
};

}  // namespace tonelift::vulkan
