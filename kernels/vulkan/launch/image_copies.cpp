// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/vulkan/launch/image_copies.h"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include "kernels/error.h"

namespace tonelift::vulkan {
namespace {

template <typename Handle>
Handle handle_of(uint64_t number) {
    if constexpr (std::is_pointer_v<Handle>)
        return reinterpret_cast<Handle>(static_cast<uintptr_t>(number));
    else
        return number;
}

// Returns the bytes per pixel of a plane, or 0 for formats in which a pixel has no bytes of its
// own.
size_t texel_bytes(const Format& format, int plane) {
    if (format.is_texture() || format.interleaves_chroma() || format.sample == Sample::U10X3)
        return 0;
    int step = 0;
    for (const Component& component : format.components) {
        if (component.plane == plane) step = std::max(step, component.step);
    }
    return static_cast<size_t>(step * format.sample_bytes());
}

// Adds a semaphore to `to`, unless `to` already contains it. A submission must not wait for the
// same semaphore twice or signal it twice.
void add(uint64_t semaphore, uint64_t& value, Timeline::Semaphores& to) {
    const auto handle = handle_of<VkSemaphore>(semaphore);
    if (handle == VK_NULL_HANDLE) return;
    const bool is_there = std::ranges::any_of(
        to.waits, [&](const VkSemaphoreSubmitInfo& wait) { return wait.semaphore == handle; });
    if (is_there) return;
    to.waits.push_back(Timeline::of(handle, value));
    to.signals.push_back(Timeline::of(handle, value + 1));
    to.values.push_back(&value);
}

}  // namespace

struct ImageCopies::Use {
    VkImageLayout layout;
    VkAccessFlags2 access;
};

ImageCopies::ImageCopies(DevicePointer device, const Picture& picture)
    : device_(std::move(device)), layout_(picture) {
    const Format& format = *picture.format;
    for (size_t i = 0; i < layout_.count; ++i) {
        const int plane = static_cast<int>(i);
        const size_t texel = texel_bytes(format, plane);
        if (!std::has_single_bit(texel))
            throw Error(Failure::unsupported,
                        std::string("images of Vulkan cannot hold ") + format.ffmpeg +
                            "; convert the frames, for example to p010le or nv12");
        const int half = format.halves_rows(plane) ? 1 : 0;
        const bool is_chroma =
            format.family == Family::YUV &&
            (format.components[1].plane == plane || format.components[2].plane == plane);
        shapes_[i] = {texel, is_chroma ? format.chroma_w : 0, half};
    }
}

size_t ImageCopies::images_of(const FrameImages& frame) const {
    return frame.image[1] == 0 ? 1 : layout_.count;
}

VkImage ImageCopies::image_of(const FrameImages& frame, size_t plane) const {
    return handle_of<VkImage>(frame.image[images_of(frame) == 1 ? 0 : plane]);
}

// Records barriers that acquire the caller's images. The barriers change the layout of the images
// and, if needed, their queue family. Waiting for the caller's semaphores already makes earlier
// writes visible.
void ImageCopies::take(VkCommandBuffer to, FrameImages& frame, const Use& use,
                       Timeline::Semaphores& semaphores) const {
    for (size_t i = 0; i < frame.semaphore.size(); ++i)
        add(frame.semaphore[i], frame.value[i], semaphores);
    std::array<VkImageMemoryBarrier2, 4> barriers{};
    const size_t images = images_of(frame);
    for (size_t i = 0; i < images; ++i) {
        VkImageMemoryBarrier2& barrier = barriers[i];
        barrier.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER_2;
        barrier.srcStageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT;
        barrier.srcAccessMask = VK_ACCESS_2_MEMORY_WRITE_BIT;
        barrier.dstStageMask = VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT;
        barrier.dstAccessMask = use.access;
        barrier.oldLayout = static_cast<VkImageLayout>(frame.layout[i]);
        barrier.newLayout = use.layout;
        const uint32_t owner = frame.queue_family[i], ours = device_->queue(Work::compute).family;
        const bool moves = owner != VK_QUEUE_FAMILY_IGNORED && owner != ours;
        barrier.srcQueueFamilyIndex = moves ? owner : VK_QUEUE_FAMILY_IGNORED;
        barrier.dstQueueFamilyIndex = moves ? ours : VK_QUEUE_FAMILY_IGNORED;
        barrier.image = handle_of<VkImage>(frame.image[i]);
        barrier.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
        frame.layout[i] = static_cast<uint32_t>(use.layout);
        if (moves) frame.queue_family[i] = ours;
    }
    VkDependencyInfo info{};
    info.sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO;
    info.imageMemoryBarrierCount = static_cast<uint32_t>(images);
    info.pImageMemoryBarriers = barriers.data();
    (*device_)->CmdPipelineBarrier2(to, &info);
}

VkBufferImageCopy ImageCopies::region(const FrameImages& frame, size_t plane, size_t offset) const {
    constexpr VkImageAspectFlags aspects[] = {
        VK_IMAGE_ASPECT_PLANE_0_BIT, VK_IMAGE_ASPECT_PLANE_1_BIT, VK_IMAGE_ASPECT_PLANE_2_BIT};
    const bool shares = images_of(frame) < layout_.count;
    const PackedPicture::Plane& rows = layout_.planes[plane];
    const Shape& shape = shapes_[plane];
    VkBufferImageCopy region{};
    region.bufferOffset = offset + rows.offset;
    region.bufferRowLength = static_cast<uint32_t>(rows.pitch / shape.texel);
    constexpr VkImageAspectFlags whole = VK_IMAGE_ASPECT_COLOR_BIT;
    region.imageSubresource.aspectMask = shares ? aspects[std::min<size_t>(plane, 2)] : whole;
    region.imageSubresource.layerCount = 1;
    region.imageOffset = {frame.x >> shape.log2_w, frame.y >> shape.log2_h, 0};
    region.imageExtent = {static_cast<uint32_t>(rows.row_bytes / shape.texel),
                          static_cast<uint32_t>(rows.rows), 1};
    return region;
}

void ImageCopies::from_images(VkCommandBuffer to, FrameImages& frame, const DeviceMemory& memory,
                              size_t offset, Timeline::Semaphores& semaphores) const {
    constexpr Use use = {VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, VK_ACCESS_2_TRANSFER_READ_BIT};
    take(to, frame, use, semaphores);
    for (size_t i = 0; i < layout_.count; ++i) {
        const VkBufferImageCopy part = region(frame, i, offset);
        (*device_)->CmdCopyImageToBuffer(to, image_of(frame, i), use.layout, memory.buffer(), 1,
                                         &part);
    }
}

void ImageCopies::to_images(VkCommandBuffer to, const DeviceMemory& memory, size_t offset,
                            FrameImages& frame, Timeline::Semaphores& semaphores) const {
    constexpr Use use = {VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_ACCESS_2_TRANSFER_WRITE_BIT};
    take(to, frame, use, semaphores);
    for (size_t i = 0; i < layout_.count; ++i) {
        const VkBufferImageCopy part = region(frame, i, offset);
        (*device_)->CmdCopyBufferToImage(to, memory.buffer(), image_of(frame, i), use.layout, 1,
                                         &part);
    }
}

}  // namespace tonelift::vulkan
