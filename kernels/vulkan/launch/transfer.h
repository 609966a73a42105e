// SPDX-License-Identifier: BSD-2-Clause
//
// Memory that kernels access and that the host writes or reads. If the device does not share memory
// with the host, there are two blocks, and record() copies from one to the other.
#pragma once

#include "kernels/vulkan/driver/commands.h"

namespace tonelift::vulkan {

class Transfer {
  public:
    Transfer() = default;
    Transfer(const DevicePointer& device, size_t bytes, MemoryUse use) : use_(use) {
        if (use == MemoryUse::kernels) {
            kernels_ = DeviceMemory(device, bytes, use);
            return;
        }
        const bool copies = !device->shares_memory();
        const bool up = use == MemoryUse::to_device;
        host_ = DeviceMemory(device, bytes, copies && up ? MemoryUse::to_copy : use);
        if (copies) kernels_ = DeviceMemory(device, bytes, MemoryUse::kernels);
    }

    VkDeviceAddress address() const { return memory().address(); }
    const DeviceMemory& memory() const { return has_copy() ? kernels_ : host_; }
    std::byte* host() const { return host_.host(); }
    bool has_copy() const { return kernels_.bytes() > 0; }

    void record(const VulkanDevice& device, VkCommandBuffer to, size_t bytes) const {
        if (!has_copy() || host_.bytes() == 0 || bytes == 0) return;
        const bool up = use_ == MemoryUse::to_device;
        Commands::copy(device, to, up ? host_ : kernels_, up ? kernels_ : host_, bytes);
    }

  private:
    DeviceMemory host_;
    DeviceMemory kernels_;
    MemoryUse use_ = MemoryUse::to_device;
};

}  // namespace tonelift::vulkan
