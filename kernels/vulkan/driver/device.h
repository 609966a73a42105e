// SPDX-License-Identifier: BSD-2-Clause
//
// A Vulkan device with a queue for compute work. Devices with memory of their own also have queues
// for copies.
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
    // Returns the device of a target. All callers share one object as long as it is in use. Sharing
    // saves memory of the driver, and lets executors share kernels. Thread-safe.
    static std::shared_ptr<VulkanDevice> open(const VulkanTarget& target);
    // Returns the object for a device of the caller, which all filters on this device share.
    static std::shared_ptr<VulkanDevice> use(const GivenVulkan& given);

    explicit VulkanDevice(const VulkanTarget& target);
    explicit VulkanDevice(const GivenVulkan& given);
    ~VulkanDevice();
    VulkanDevice(const VulkanDevice&) = delete;

    VkDevice handle() const { return device_; }
    // Returns the queue for a kind of work, or else the queue for compute work.
    const vulkan::Queue& queue(vulkan::Work work) const;
    // Returns the families of all queues, each once. The family for compute work is the first.
    const std::vector<uint32_t>& queue_families() const { return families_; }
    const vulkan::DeviceFunctions& functions() const { return functions_; }
    const vulkan::DeviceFunctions* operator->() const { return &functions_; }
    const DeviceLimits& limits() const { return limits_; }
    const std::string& name() const { return name_; }
    const std::string& driver() const { return driver_; }
    // Throws an error if `result` is a failure. If the device is lost, later filters open the
    // device again.
    void check(VkResult result, const std::string& doing) const;
    bool is_lost() const { return lost_; }
    // Returns whether device and host share their memory, so that copies between them have no
    // benefit.
    bool shares_memory() const { return shares_memory_; }
    // Returns whether the device is a software implementation, such as Mesa's lavapipe.
    bool is_software() const { return is_software_; }
    const VkPhysicalDeviceMemoryProperties& memory() const { return memory_; }
    vulkan::KernelPool& kernels() const { return *kernels_; }
    // Returns a text that identifies the device and its driver. Machine code is only valid for the
    // same text.
    const std::string& compiler() const { return compiler_; }

  private:
    // Destroys the device, if it has been made. Also destroys the instance, unless it is the first
    // one of the process.
    void close() const;
    std::vector<vulkan::QueuePlace> choose_queues(VkPhysicalDevice gpu) const;
    void make_device(VkPhysicalDevice gpu, const std::vector<vulkan::QueuePlace>& places);
    void read_properties(VkPhysicalDevice gpu);
    void add_queue(const vulkan::QueuePlace& place, const GivenVulkan& owner);

    VkInstance instance_ = VK_NULL_HANDLE;  // null: device and instance belong to the caller
    vulkan::InstanceFunctions instance_functions_{};
    VkDevice device_ = VK_NULL_HANDLE;
    vulkan::DeviceFunctions functions_{};
    // The queues for compute work, uploads and downloads, in this order. The last ones may be
    // missing.
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
