// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/vulkan/driver/memory.h"

#include <cstring>
#include <initializer_list>
#include <utility>

#include "kernels/error.h"

namespace tonelift::vulkan {
namespace {

std::string megabytes(size_t bytes) {
    return std::to_string((bytes + (1u << 20) - 1) >> 20) + " MB";
}

constexpr VkMemoryPropertyFlags local = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT;
constexpr VkMemoryPropertyFlags visible =
    VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
constexpr VkMemoryPropertyFlags cached = visible | VK_MEMORY_PROPERTY_HOST_CACHED_BIT;

std::initializer_list<VkMemoryPropertyFlags> wanted(MemoryUse use) {
    static constexpr auto for_kernels = {local, VkMemoryPropertyFlags{0}};
    static constexpr auto for_device = {local | visible, visible};
    static constexpr auto for_copies = {visible};
    static constexpr auto for_host = {cached, visible};
    switch (use) {
        case MemoryUse::kernels:
            return for_kernels;
        case MemoryUse::to_device:
            return for_device;
        case MemoryUse::to_copy:
            return for_copies;
        default:
            return for_host;
    }
}

int type_with(const VkPhysicalDeviceMemoryProperties& memory, uint32_t allowed,
              VkMemoryPropertyFlags properties) {
    for (uint32_t i = 0; i < memory.memoryTypeCount; ++i) {
        const bool has_all = (memory.memoryTypes[i].propertyFlags & properties) == properties;
        if ((allowed >> i & 1) != 0 && has_all) return static_cast<int>(i);
    }
    return -1;
}

}  // namespace

DeviceMemory::DeviceMemory(DevicePointer device, size_t bytes, MemoryUse use)
    : device_(std::move(device)), bytes_((bytes + 3) / 4 * 4) {
    if (bytes == 0) return;
    make_buffer();
    try {
        allocate(use);
    } catch (...) {
        const VulkanDevice& of = *device_;
        of->DestroyBuffer(of.handle(), buffer_, nullptr);
        if (memory_ != VK_NULL_HANDLE) of->FreeMemory(of.handle(), memory_, nullptr);
        throw;
    }
    if (host_ != nullptr) std::memset(host_, 0, bytes_);
}

void DeviceMemory::make_buffer() {
    VkBufferCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
    info.size = bytes_;
    info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
                 VK_BUFFER_USAGE_TRANSFER_DST_BIT | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT;
    const std::vector<uint32_t>& families = device_->queue_families();
    if (families.size() > 1) {
        info.sharingMode = VK_SHARING_MODE_CONCURRENT;
        info.queueFamilyIndexCount = static_cast<uint32_t>(families.size());
        info.pQueueFamilyIndices = families.data();
    }
    check((*device_)->CreateBuffer(device_->handle(), &info, nullptr, &buffer_),
          "making a buffer of " + megabytes(bytes_));
}

void DeviceMemory::allocate(MemoryUse use) {
    const VulkanDevice& device = *device_;
    VkMemoryRequirements needs{};
    device->GetBufferMemoryRequirements(device.handle(), buffer_, &needs);
    VkMemoryAllocateFlagsInfo flags{};
    flags.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO;
    flags.flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT;
    VkMemoryAllocateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
    info.pNext = &flags;
    info.allocationSize = needs.size;
    VkResult result = VK_ERROR_OUT_OF_DEVICE_MEMORY;
    int type = -1;
    for (const VkMemoryPropertyFlags properties : wanted(use)) {
        type = type_with(device.memory(), needs.memoryTypeBits, properties);
        if (type < 0) continue;
        info.memoryTypeIndex = static_cast<uint32_t>(type);
        result = device->AllocateMemory(device.handle(), &info, nullptr, &memory_);
        if (result == VK_SUCCESS) break;
    }
    check(result, "allocating " + megabytes(bytes_) + " of device memory");
    check(device->BindBufferMemory(device.handle(), buffer_, memory_, 0), "binding memory");
    VkBufferDeviceAddressInfo which{};
    which.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO;
    which.buffer = buffer_;
    address_ = device->GetBufferDeviceAddress(device.handle(), &which);
    const VkMemoryPropertyFlags has = device.memory().memoryTypes[type].propertyFlags;
    if ((has & visible) != visible) return;
    if (use == MemoryUse::kernels && !device.shares_memory()) return;
    void* mapped = nullptr;
    check(device->MapMemory(device.handle(), memory_, 0, VK_WHOLE_SIZE, 0, &mapped),
          "mapping memory");
    host_ = static_cast<std::byte*>(mapped);
}

DeviceMemory::~DeviceMemory() {
    if (buffer_ == VK_NULL_HANDLE) return;
    const VulkanDevice& device = *device_;
    device->DestroyBuffer(device.handle(), buffer_, nullptr);
    device->FreeMemory(device.handle(), memory_, nullptr);
}

void DeviceMemory::swap(DeviceMemory& other) {
    std::swap(device_, other.device_);
    std::swap(buffer_, other.buffer_);
    std::swap(memory_, other.memory_);
    std::swap(address_, other.address_);
    std::swap(bytes_, other.bytes_);
    std::swap(host_, other.host_);
}

}  // namespace tonelift::vulkan
