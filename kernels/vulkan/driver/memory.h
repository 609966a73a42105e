// SPDX-License-Identifier: BSD-2-Clause
//
// Device memory that kernels access by address.
#pragma once

#include <cstddef>

#include "kernels/vulkan/driver/device.h"

namespace tonelift::vulkan {

enum class MemoryUse {
    kernels,    // only kernels and copies on the device access the memory
    to_device,  // the host writes it in ascending order of addresses; kernels read it
    to_copy,    // the host writes it; the device copies it
    to_host     // the device writes it; the host reads it
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
    // Returns the host address of the memory, or null if the host cannot access it. Memory that the
    // host can access contains zeros at first.
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
