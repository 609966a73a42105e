// SPDX-License-Identifier: BSD-2-Clause
//
// A Vulkan device with a compute queue. A device that does not share its memory with the host can
// also have transfer queues.
#pragma once

#include <atomic>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "kernels/device/kernel_call.h"
#include "kernels/executor.h"
#include "kernels/vulkan/driver/driver.h"
#include "kernels/vulkan/driver/queue.h"
#include "kernels/vulkan/driver/queue_choice.h"

namespace tonelift {

namespace vulkan {
class KernelPool;
}

class VulkanDevice {
  public:
    // Returns the device that `target` selects. All callers share one object per GPU. Can be called
    // from several threads at once.
    static std::shared_ptr<VulkanDevice> open(const VulkanTarget& target);
    // Returns an object for a device that the caller owns. All filters on this device share the
    // object.
    static std::shared_ptr<VulkanDevice> use(const GivenVulkan& given);

    explicit VulkanDevice(const VulkanTarget& target);
    explicit VulkanDevice(const GivenVulkan& given);
    ~VulkanDevice();
    VulkanDevice(const VulkanDevice&) = delete;

    VkDevice handle() const { return device_; }
    // Returns the queue for a kind of work. Returns the compute queue if the device has no separate
    // queue for it.
    const vulkan::Queue& queue(vulkan::Work work) const;
    const std::vector<uint32_t>& queue_families() const { return families_; }
    const vulkan::DeviceFunctions& functions() const { return functions_; }
    const vulkan::DeviceFunctions* operator->() const { return &functions_; }
    const DeviceLimits& limits() const { return limits_; }
    const std::string& name() const { return name_; }
    const std::string& driver() const { return driver_; }
    // Throws if `result` is an error code. If the device is lost, marks it as lost, so that the
    // next filter opens it again.
    void check(VkResult result, const std::string& doing) const;
    bool is_lost() const { return lost_; }
    // Returns whether device and host share their memory. Kernels then access host memory directly,
    // because a copy in device memory would not be faster.
    bool shares_memory() const { return shares_memory_; }
    bool is_software() const { return is_software_; }
    const VkPhysicalDeviceMemoryProperties& memory() const { return memory_; }
    vulkan::KernelPool& kernels() const { return *kernels_; }
    // Returns a text that names the device and its driver. It is a part of the key under which
    // machine code is cached.
    const std::string& compiler() const { return compiler_; }

  private:
    void close() const;
    std::vector<vulkan::QueuePlace> choose_queues(VkPhysicalDevice gpu) const;
    void make_device(VkPhysicalDevice gpu, const std::vector<vulkan::QueuePlace>& places);
    void read_properties(VkPhysicalDevice gpu);
    void add_queue(const vulkan::QueuePlace& place, const GivenVulkan& owner);

    VkInstance instance_ = VK_NULL_HANDLE;  // null if the caller owns the device and the instance
    vulkan::InstanceFunctions instance_functions_{};
    VkDevice device_ = VK_NULL_HANDLE;
    vulkan::DeviceFunctions functions_{};
    // The queues for compute work, uploads and downloads, in this order. If there is only one queue
    // for copies, uploads use it. If there is none, the list contains only the compute queue.
    std::deque<vulkan::Queue> queues_;
    std::vector<uint32_t> families_;
    DeviceLimits limits_;
    VkPhysicalDeviceMemoryProperties memory_{};
    std::string name_;
    std::string driver_;
    std::string compiler_;
    std::unique_ptr<vulkan::KernelPool> kernels_;
    bool shares_memory_ = false;
    bool is_software_ = false;
    mutable std::atomic<bool> lost_ = false;
};

namespace vulkan {

using DevicePointer = std::shared_ptr<const VulkanDevice>;

}  // namespace vulkan
}  // namespace tonelift
