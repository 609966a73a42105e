// SPDX-License-Identifier: BSD-2-Clause
// A Vulkan device that a caller such as FFmpeg creates, and frames in images of this device.
#pragma once

#define VK_NO_PROTOTYPES
#include <tonelift/tonelift.h>
#include <tonelift/vulkan.h>
#include <vulkan/vulkan_core.h>

#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "tests/support/test_picture.h"

namespace tonelift::test {

#define TONELIFT_TEST_INSTANCE_FUNCTIONS(X) \
    X(DestroyInstance)                      \
    X(EnumeratePhysicalDevices)             \
    X(GetPhysicalDeviceMemoryProperties)    \
    X(GetPhysicalDeviceFormatProperties)    \
    X(CreateDevice)                         \
    X(GetDeviceProcAddr)
#define TONELIFT_TEST_DEVICE_FUNCTIONS(X) \
    X(DestroyDevice)                      \
    X(GetDeviceQueue)                     \
    X(DeviceWaitIdle)                     \
    X(CreateImage)                        \
    X(DestroyImage)                       \
    X(GetImageMemoryRequirements)         \
    X(BindImageMemory)                    \
    X(CreateBuffer)                       \
    X(DestroyBuffer)                      \
    X(GetBufferMemoryRequirements)        \
    X(BindBufferMemory)                   \
    X(AllocateMemory)                     \
    X(FreeMemory)                         \
    X(MapMemory)                          \
    X(CreateSemaphore)                    \
    X(DestroySemaphore)                   \
    X(CreateCommandPool)                  \
    X(DestroyCommandPool)                 \
    X(AllocateCommandBuffers)             \
    X(FreeCommandBuffers)                 \
    X(BeginCommandBuffer)                 \
    X(EndCommandBuffer)                   \
    X(CmdPipelineBarrier)                 \
    X(CmdCopyBufferToImage)               \
    X(CmdCopyImageToBuffer)               \
    X(QueueSubmit)                        \
    X(QueueWaitIdle)

class ImageDevice {
  public:
    explicit ImageDevice(const std::string& missing = "");
    ~ImageDevice();
    ImageDevice(const ImageDevice&) = delete;

    const tonelift_vulkan& described() const { return described_; }
    bool can_hold(VkFormat format) const;
    int locks() const { return locks_; }

    void run(const std::function<void(VkCommandBuffer)>& record, VkSemaphore semaphore,
             uint64_t& value);
    VkDeviceMemory allocate(const VkMemoryRequirements& needs, VkMemoryPropertyFlags properties);
    VkDevice handle() const { return device_; }

#define TONELIFT_TEST_MEMBER(name) PFN_vk##name name = nullptr;
    TONELIFT_TEST_INSTANCE_FUNCTIONS(TONELIFT_TEST_MEMBER)
    TONELIFT_TEST_DEVICE_FUNCTIONS(TONELIFT_TEST_MEMBER)
#undef TONELIFT_TEST_MEMBER

  private:
    void open(PFN_vkGetInstanceProcAddr get);
    void make_device(const std::string& missing);

    VkInstance instance_ = nullptr;
    VkPhysicalDevice physical_ = nullptr;
    VkDevice device_ = nullptr;
    VkQueue queue_ = nullptr;
    VkCommandPool pool_ = nullptr;
    VkPhysicalDeviceFeatures2 features_{};
    VkPhysicalDeviceVulkan12Features v12_{};
    VkPhysicalDeviceVulkan13Features v13_{};
    tonelift_vulkan described_{};
    std::mutex queue_mutex_;
    int locks_ = 0;
};

class ImageFrame {
  public:
    ImageFrame(ImageDevice& device, const Picture& picture, std::vector<VkFormat> formats,
               int width = 0, int height = 0);
    ~ImageFrame();
    ImageFrame(const ImageFrame&) = delete;

    tonelift_vulkan_frame state;
    void write(const TestPicture& from);
    void read(TestPicture& to);

  private:
    struct Staging;
    void transfer(const Staging& staging, bool to_images);

    ImageDevice& device_;
    Picture picture_;
    std::vector<VkImage> images_;
    std::vector<VkDeviceMemory> memory_;
    VkSemaphore semaphore_ = nullptr;
};

}  // namespace tonelift::test
