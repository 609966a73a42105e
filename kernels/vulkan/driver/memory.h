// SPDX-License-Identifier: BSD-2-Clause
//
// Device memory that kernels access by address.
#pragma once

#include <cstddef>

#include "kernels/vulkan/driver/device.h"

namespace tonelift::vulkan {

enum class MemoryUse {
    kernels,    // accessed only by kernels and by copies on the device
    to_device,  // written by the host, in order; read by kernels
    to_copy,    // written by the host; copied by the device
    to_host     // written by the device; read by the host
};

class DeviceMemory {
  public:
    DeviceMemory() = default;
    DeviceMemory(DevicePointer device, size_t bytes, MemoryUse use);
    DeviceMemory(DeviceMemory&& other) noexcept { swap(other); }
    DeviceMemory& operator=(DeviceMemory&& other) noexcept {
        swap(other);
        return *this;
    }
    ~DeviceMemory();

    VkDeviceAddress address() const { return address_; }
    VkBuffer buffer() const { return buffer_; }
    size_t bytes() const { return bytes_; }
    // Null if the host cannot access the memory. The memory is zero at first.
    std::byte* host() const { return host_; }

  private:
    void swap(DeviceMemory& other);
    void make_buffer();
    void allocate(MemoryUse use);

    DevicePointer device_;
    VkBuffer buffer_ = VK_NULL_HANDLE;
    VkDeviceMemory memory_ = VK_NULL_HANDLE;
    VkDeviceAddress address_ = 0;
    size_t bytes_ = 0;
    std::byte* host_ = nullptr;
};

}  // namespace tonelift::vulkan
