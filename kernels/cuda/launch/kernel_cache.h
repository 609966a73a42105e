// SPDX-License-Identifier: BSD-2-Clause
//
// Compiles and stores the kernels of an executor. Kernels with equal PTX are compiled once.
// Different kernels are compiled in parallel.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "kernels/cuda/driver/device.h"
#include "kernels/cuda/launch/kernel_text.h"
#include "kernels/gpu/module_cache.h"

namespace tonelift::cuda {

// A kernel and its PTX. `kernel` is null until KernelCache::compile() has compiled it.
struct CachedKernel {
    KernelText text;
    std::shared_ptr<const Kernel> kernel;
};

class KernelCache {
  public:
    explicit KernelCache(DevicePointer device);

    // Adds a kernel, or finds an equal one. The returned pointer is valid as long as this object
    // lives.
    const CachedKernel* add(KernelText text);
    void compile();

  private:
    std::shared_ptr<const Kernel> kernel_of(const KernelText& text) const;
    std::shared_ptr<const Kernel> stored_kernel(const KernelText& text,
                                                const std::string& key) const;
    std::shared_ptr<const Kernel> compiled_kernel(const KernelText& text,
                                                  const std::string& key) const;

    DevicePointer device_;
    ModuleCache files_;
    std::string compiler_;
    std::map<std::string, CachedKernel> kernels_;
    std::vector<CachedKernel*> waiting_;
};

}  // namespace tonelift::cuda
