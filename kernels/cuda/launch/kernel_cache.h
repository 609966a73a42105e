// SPDX-License-Identifier: BSD-2-Clause
//
// Loads or compiles the kernels of an executor. The machine code of a kernel comes from the files
// that were installed with the library, else from the files in the user's cache, else from the
// compiler, whose result is stored in the user's cache. Kernels with equal PTX are compiled once.
// Different kernels are compiled in parallel.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "kernels/cuda/driver/device.h"
#include "kernels/cuda/launch/kernel_text.h"
#include "kernels/executor.h"
#include "kernels/gpu/module_cache.h"

namespace tonelift::cuda {

// A kernel and its PTX. `kernel` is null until KernelCache::compile() has loaded or compiled it.
struct CachedKernel {
    KernelText text;
    std::shared_ptr<const Kernel> kernel;
    int KernelOrigins::*origin = nullptr;
};

class KernelCache {
  public:
    explicit KernelCache(DevicePointer device);

    // Adds a kernel, or finds an equal one. The returned pointer is valid as long as this object
    // lives.
    const CachedKernel* add(KernelText text);
    void compile();
    KernelOrigins origins() const;

  private:
    void make_kernel(CachedKernel& entry) const;
    std::shared_ptr<const Kernel> stored_kernel(const ModuleCache& files, const KernelText& text,
                                                const std::string& key) const;
    std::shared_ptr<const Kernel> compiled_kernel(const KernelText& text,
                                                  const std::string& key) const;

    DevicePointer device_;
    ModuleCache installed_;
    ModuleCache files_;
    std::string architecture_;
    std::string compiler_;
    std::map<std::string, CachedKernel> kernels_;
    std::vector<CachedKernel*> waiting_;
};

}  // namespace tonelift::cuda
