// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cuda/launch/kernel_cache.h"

#include <algorithm>

#include "kernels/cuda/driver/compiler.h"
#include "kernels/error.h"
#include "kernels/threads/workers.h"

namespace tonelift::cuda {

KernelCache::KernelCache(DevicePointer device)
    : device_(std::move(device)),
      files_(ModuleCache::usual_folder()),
      compiler_(compiler_for(*device_)) {}

const CachedKernel* KernelCache::add(KernelText text) {
    CachedKernel& entry = kernels_[text.ptx];
    if (entry.text.ptx.empty()) waiting_.push_back(&entry);
    const unsigned shared = std::max(entry.text.shared_bytes, text.shared_bytes);
    entry.text = std::move(text);
    entry.text.shared_bytes = shared;
    return &entry;
}

void KernelCache::compile() {
    if (waiting_.empty()) return;
    // Compilation starts with the longest text. Otherwise, one thread could still compile a long
    // text when all other threads have finished.
    std::ranges::stable_sort(waiting_, std::greater(),
                             [](const CachedKernel* entry) { return entry->text.ptx.size(); });
    constexpr int all_cores = 0;
    Workers(all_cores).run(static_cast<int>(waiting_.size()), [&](int item, int) {
        CachedKernel& entry = *waiting_[static_cast<size_t>(item)];
        if (entry.kernel == nullptr) entry.kernel = kernel_of(entry.text);
    });
    waiting_.clear();
    files_.limit();
}

std::shared_ptr<const Kernel> KernelCache::kernel_of(const KernelText& text) const {
    const CurrentContext current(*device_);
    const std::string key =
        ModuleCache::key(text.ptx, compiler_ + ", " + std::to_string(text.blocks.least) + " to " +
                                       std::to_string(text.blocks.most) + " blocks");
    auto kernel = stored_kernel(text, key);
    return kernel != nullptr ? kernel : compiled_kernel(text, key);
}

std::shared_ptr<const Kernel> KernelCache::stored_kernel(const KernelText& text,
                                                         const std::string& key) const {
    const std::string code = files_.find(key);
    if (code.empty()) return nullptr;
    try {
        return std::make_shared<const Kernel>(device_, code, text.kernel, text.shared_bytes);
    } catch (const Error&) {
        return nullptr;
    }
}

// Compiles a kernel for the largest number of blocks per multiprocessor with which no registers are
// spilled to memory. Only the driver's compiler knows how many registers a kernel needs. The loop
// therefore decreases the number of blocks until no registers are spilled, or until the number is
// text.blocks.least.
std::shared_ptr<const Kernel> KernelCache::compiled_kernel(const KernelText& text,
                                                           const std::string& key) const {
    std::string code;
    std::shared_ptr<const Kernel> kernel;
    int blocks = text.blocks.most;
    do {
        code = cuda::compile(blocks > text.blocks.least ? with_blocks(text.ptx, blocks) : text.ptx,
                             text.kernel);
        kernel = std::make_shared<const Kernel>(device_, code, text.kernel, text.shared_bytes);
    } while (blocks-- > text.blocks.least && kernel->local_bytes() > 0);
    files_.store(key, code);
    return kernel;
}

}  // namespace tonelift::cuda
