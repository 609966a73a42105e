// SPDX-License-Identifier: BSD-2-Clause
// Tests which Vulkan queues are chosen, with the queue families of known GPUs (vulkan.gpuinfo.org).
#include "kernels/vulkan/driver/queue_choice.h"

#include <gtest/gtest.h>

namespace tonelift::vulkan::queue_choice_test {
namespace {

constexpr VkQueueFlags copies = VK_QUEUE_TRANSFER_BIT | VK_QUEUE_SPARSE_BINDING_BIT;
constexpr VkQueueFlags compute = VK_QUEUE_COMPUTE_BIT | copies;
constexpr VkQueueFlags all = VK_QUEUE_GRAPHICS_BIT | compute;
constexpr VkQueueFlags video_decoding = 0x20;  // value of VK_QUEUE_VIDEO_DECODE_BIT_KHR

using Families = std::vector<VkQueueFamilyProperties>;
using Places = std::vector<QueuePlace>;

VkQueueFamilyProperties family(VkQueueFlags flags, uint32_t count) {
    return {flags, count, 64, {}};
}

TEST(VulkanQueues, ComputeUsesTheFirstFamilyThatSupportsIt) {
    EXPECT_EQ(compute_family({family(copies, 2), family(compute, 1), family(all, 1)}), 1u);
    EXPECT_EQ(compute_family({family(copies, 2)}), std::nullopt);
}

TEST(VulkanQueues, CopiesUseAFamilyThatOnlyCopies) {
    // NVIDIA's GPUs have separate families for graphics, copies, compute and video.
    const Families nvidia = {family(all, 16), family(copies, 2), family(compute, 8),
                             family(copies | video_decoding, 1)};
    EXPECT_EQ(copy_queues(nvidia, 0), (Places{{1, 0}, {1, 1}}));
}

TEST(VulkanQueues, CopiesUseComputeQueuesIfCopyQueuesAreFew) {
    const Families amd = {family(all, 1), family(compute, 4), family(copies, 1)};
    EXPECT_EQ(copy_queues(amd, 0), (Places{{2, 0}, {1, 0}}));
    EXPECT_EQ(copy_queues({family(all, 4)}, 0), (Places{{0, 1}, {0, 2}}));
    EXPECT_EQ(copy_queues({family(all, 2)}, 0), (Places{{0, 1}}));
}

TEST(VulkanQueues, CopiesHaveNoQueueIfTheDeviceHasASingleQueue) {
    EXPECT_EQ(copy_queues({family(all, 1)}, 0), Places{});
    EXPECT_EQ(copy_queues({family(all, 1), family(copies | video_decoding, 1)}, 0), Places{});
}

}  // namespace
}  // namespace tonelift::vulkan::queue_choice_test
