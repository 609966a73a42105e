// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/vulkan/launch/kernel_cache.h"

#include <algorithm>
#include <utility>

#include "kernels/device/launch.h"
#include "kernels/threads/workers.h"

namespace tonelift::vulkan {

KernelCache::KernelCache(DevicePointer device)
    : arguments_(std::make_shared<const KernelArguments>(std::move(device), sizeof(Push))),
      files_(ModuleCache::usual_folder()) {}

const CachedKernel* KernelCache::add(std::string name, std::vector<uint32_t> code,
                                     const LaunchSize& block) {
    const auto known = std::ranges::find_if(
        kernels_, [&](const auto& entry) { return entry->block == block && entry->code == code; });
    if (known != kernels_.end()) return known->get();
    kernels_.push_back(std::make_unique<CachedKernel>(
        CachedKernel{std::move(name), std::move(code), block, nullptr}));
    return kernels_.back().get();
}

void KernelCache::compile() {
    std::vector<CachedKernel*> waiting;
    for (const auto& entry : kernels_) {
        if (entry->kernel == nullptr) waiting.push_back(entry.get());
    }
    // Compilation starts with the longest module. Otherwise, one thread could still compile a long
    // module when all other threads have finished.
    std::ranges::stable_sort(waiting, std::greater(),
                             [](const CachedKernel* entry) { return entry->code.size(); });
    constexpr int all_cores = 0;
    Workers(all_cores).run(static_cast<int>(waiting.size()), [&](int item, int) {
        CachedKernel& entry = *waiting[static_cast<size_t>(item)];
        const VulkanDevice& device = *arguments_->device();
        entry.kernel = device.kernels().find(Kernel::key(device, entry.code, entry.block), [&] {
            return std::make_shared<const Kernel>(arguments_, entry.code, entry.block, files_,
                                                  entry.name);
        });
    });
    files_.limit();
}

}  // namespace tonelift::vulkan
