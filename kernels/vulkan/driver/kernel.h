// SPDX-License-Identifier: BSD-2-Clause
//
// Compute pipelines of Vulkan. All parameters of a kernel are push constants.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>

#include "kernels/gpu/module_cache.h"
#include "kernels/vulkan/driver/device.h"

namespace tonelift::vulkan {

class KernelArguments {
  public:
    KernelArguments(DevicePointer device, uint32_t bytes);
    KernelArguments(const KernelArguments&) = delete;
    ~KernelArguments();

    const DevicePointer& device() const { return device_; }
    VkPipelineLayout layout() const { return layout_; }

  private:
    DevicePointer device_;
    VkPipelineLayout layout_ = VK_NULL_HANDLE;
};

class Kernel {
  public:
    // Returns the key of a kernel's machine code: a hash of the SPIR-V, the block size and the
    // device's compiler.
    static std::string key(const VulkanDevice& device, std::span<const uint32_t> code,
                           const LaunchSize& block);

    // Creates the pipeline of the SPIR-V module `code`, with entry point "main". Specialization
    // constants 0 and 1 are set to the block's width and height.
    Kernel(std::shared_ptr<const KernelArguments> arguments, std::span<const uint32_t> code,
           const LaunchSize& block, const ModuleCache& files, const std::string& name);
    Kernel(const Kernel&) = delete;
    ~Kernel();

    void launch(VkCommandBuffer to, const LaunchSize& grid, uint32_t frames,
                std::span<const std::byte> arguments) const;

  private:
    std::shared_ptr<const KernelArguments> arguments_;
    VkPipeline pipeline_ = VK_NULL_HANDLE;
};

// Finds kernels by their keys, so that all executors on a device share equal kernels.
class KernelPool {
  public:
    // Returns the kernel with this key. Calls make() if no executor has the kernel. Other threads
    // that look for the same key wait until make() has returned.
    template <typename Make>
    std::shared_ptr<const Kernel> find(const std::string& key, const Make& make) {
        const std::shared_ptr<Entry> entry = entry_of(key);
        const std::lock_guard lock(entry->mutex);
        std::shared_ptr<const Kernel> kernel = entry->kernel.lock();
        if (kernel == nullptr) entry->kernel = kernel = make();
        return kernel;
    }

  private:
    struct Entry {
        std::mutex mutex;
        std::weak_ptr<const Kernel> kernel;
    };
    std::shared_ptr<Entry> entry_of(const std::string& key) {
        const std::lock_guard lock(mutex_);
        std::erase_if(entries_, [&](const auto& entry) {
            return entry.second.use_count() == 1 && entry.second->kernel.expired();
        });
        std::shared_ptr<Entry>& entry = entries_[key];
        if (entry == nullptr) entry = std::make_shared<Entry>();
        return entry;
    }

    std::mutex mutex_;
    std::map<std::string, std::shared_ptr<Entry>> entries_;
};

}  // namespace tonelift::vulkan
