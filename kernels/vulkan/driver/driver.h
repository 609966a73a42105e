// SPDX-License-Identifier: BSD-2-Clause
//
// Opens the Vulkan loader at run time, so that the library also works on machines without it.
#pragma once

#define VK_NO_PROTOTYPES
#include <vulkan/vulkan_core.h>

#include <string>

namespace tonelift::vulkan {

// Names of Vulkan functions, without the prefix "vk". The lists are for functions of the loader, of
// an instance and of a device.
#define TONELIFT_VULKAN_GLOBAL_FUNCTIONS(X) \
    X(EnumerateInstanceVersion)             \
    X(CreateInstance)

#define TONELIFT_VULKAN_INSTANCE_FUNCTIONS(X) \
    X(DestroyInstance)                        \
    X(EnumeratePhysicalDevices)               \
    X(GetPhysicalDeviceProperties2)           \
    X(GetPhysicalDeviceFeatures2)             \
    X(GetPhysicalDeviceMemoryProperties)      \
    X(GetPhysicalDeviceQueueFamilyProperties) \
    X(CreateDevice)                           \
    X(GetDeviceProcAddr)

#define TONELIFT_VULKAN_DEVICE_FUNCTIONS(X) \
    X(GetDeviceQueue2)                      \
    X(CreateBuffer)                         \
    X(DestroyBuffer)                        \
    X(GetBufferMemoryRequirements)          \
    X(GetBufferDeviceAddress)               \
    X(AllocateMemory)                       \
    X(FreeMemory)                           \
    X(BindBufferMemory)                     \
    X(MapMemory)                            \
    X(CreateShaderModule)                   \
    X(DestroyShaderModule)                  \
    X(CreatePipelineLayout)                 \
    X(DestroyPipelineLayout)                \
    X(CreatePipelineCache)                  \
    X(DestroyPipelineCache)                 \
    X(GetPipelineCacheData)                 \
    X(CreateComputePipelines)               \
    X(DestroyPipeline)                      \
    X(CreateCommandPool)                    \
    X(DestroyCommandPool)                   \
    X(AllocateCommandBuffers)               \
    X(BeginCommandBuffer)                   \
    X(EndCommandBuffer)                     \
    X(CmdBindPipeline)                      \
    X(CmdPushConstants)                     \
    X(CmdDispatch)                          \
    X(CmdFillBuffer)                        \
    X(CmdCopyBuffer)                        \
    X(CmdCopyImageToBuffer)                 \
    X(CmdCopyBufferToImage)                 \
    X(CmdPipelineBarrier2)                  \
    X(CreateSemaphore)                      \
    X(DestroySemaphore)                     \
    X(WaitSemaphores)                       \
    X(GetSemaphoreCounterValue)             \
    X(QueueSubmit2)                         \
    X(QueueWaitIdle)

#define TONELIFT_VULKAN_MEMBER(name) PFN_vk##name name;
struct Loader {
    PFN_vkGetInstanceProcAddr GetInstanceProcAddr;
    TONELIFT_VULKAN_GLOBAL_FUNCTIONS(TONELIFT_VULKAN_MEMBER)
};
struct InstanceFunctions {
    TONELIFT_VULKAN_INSTANCE_FUNCTIONS(TONELIFT_VULKAN_MEMBER)
};
struct DeviceFunctions {
    TONELIFT_VULKAN_DEVICE_FUNCTIONS(TONELIFT_VULKAN_MEMBER)
};
#undef TONELIFT_VULKAN_MEMBER

// Returns the functions of the Vulkan loader. The first call opens the loader. Throws
// Failure::unsupported if no usable loader is installed.
const Loader& loader();

InstanceFunctions functions_of(PFN_vkGetInstanceProcAddr get, VkInstance instance);
// Returns the functions of a device. Throws Failure::unsupported if the device lacks a function of
// TONELIFT_VULKAN_DEVICE_FUNCTIONS.
DeviceFunctions functions_of(const InstanceFunctions& instance, VkDevice device);

inline std::string version_text(uint32_t version) {
    return std::to_string(VK_API_VERSION_MAJOR(version)) + "." +
           std::to_string(VK_API_VERSION_MINOR(version));
}

// Throws if `result` is an error code. The message names the failed action `doing`, such as
// "allocating 3 MB of device memory".
void check(VkResult result, const std::string& doing);

}  // namespace tonelift::vulkan
