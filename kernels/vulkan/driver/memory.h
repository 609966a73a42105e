// SPDX-License-Identifier: BSD-2-Clause
//
// Memory of a Vulkan device, which kernels access by address.
#pragma once

#include <cstddef>

#include "kernels/vulkan/driver/device.h"

namespace tonelift::vulkan {

enum class MemoryUse {
    kernels,    // only kernels and copies on the device access it
    to_device,  // the host writes it, in order, and kernels read it
    to_copy,    // the host writes it, and the device copies it
    to_host     // the device writes it, and the host reads it
};

// A buffer with memory of its own.
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
    // The same memory in the address space of the host, zeroed at first; null for
    // MemoryUse::kernels on devices with memory of their own.
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
