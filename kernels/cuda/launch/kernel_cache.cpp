// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cuda/launch/kernel_cache.h"

#include <algorithm>

#include "kernels/cuda/driver/compiler.h"
#include "kernels/error.h"
#include "kernels/threads/workers.h"

namespace tonelift::cuda {

KernelCache::KernelCache(DevicePointer device)
    : device_(std::move(device)),
      installed_(ModuleCache::installed(ModuleCache::installed_folder())),
      files_(ModuleCache::usual_folder()),
      architecture_(architecture_of(*device_)),
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
        if (entry.kernel == nullptr) make_kernel(entry);
    });
    waiting_.clear();
    files_.limit();
}

void KernelCache::make_kernel(CachedKernel& entry) const {
    const CurrentContext current(*device_);
    entry.origin = &KernelOrigins::installed;
    entry.kernel = stored_kernel(installed_, entry.text, kernel_key(entry.text, architecture_));
    if (entry.kernel != nullptr) return;
    const std::string key = kernel_key(entry.text, compiler_);
    entry.origin = &KernelOrigins::stored;
    entry.kernel = stored_kernel(files_, entry.text, key);
    if (entry.kernel != nullptr) return;
    entry.origin = &KernelOrigins::compiled;
    entry.kernel = compiled_kernel(entry.text, key);
}

KernelOrigins KernelCache::origins() const {
    KernelOrigins origins;
    for (const auto& [ptx, entry] : kernels_) {
        if (entry.kernel != nullptr) ++(origins.*entry.origin);
    }
    return origins;
}

std::shared_ptr<const Kernel> KernelCache::stored_kernel(const ModuleCache& files,
                                                         const KernelText& text,
                                                         const std::string& key) const {
    const std::string code = files.find(key);
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
        code = cuda::compile(ptx_for_blocks(text, blocks), text.kernel);
        kernel = std::make_shared<const Kernel>(device_, code, text.kernel, text.shared_bytes);
    } while (blocks-- > text.blocks.least && kernel->local_bytes() > 0);
    files_.store(key, code);
    return kernel;
}

}  // namespace tonelift::cuda
