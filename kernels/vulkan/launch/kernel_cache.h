// SPDX-License-Identifier: BSD-2-Clause
//
// Compiles and stores the kernels of an executor. Kernels with equal SPIR-V modules are compiled
// once. Different modules are compiled in parallel.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kernels/vulkan/driver/kernel.h"

namespace tonelift::vulkan {

// A kernel and its SPIR-V. `kernel` is null until KernelCache::compile() has compiled it.
struct CachedKernel {
    std::string name;
    std::vector<uint32_t> code;
    LaunchSize block;
    std::shared_ptr<const Kernel> kernel;
};

class KernelCache {
  public:
    explicit KernelCache(DevicePointer device);

    // Adds a kernel, or finds an equal one. The returned pointer is valid as long as this object
    // lives.
    const CachedKernel* add(std::string name, std::vector<uint32_t> code, const LaunchSize& block);
    void compile();

  private:
    std::shared_ptr<const KernelArguments> arguments_;
    ModuleCache files_;
    std::vector<std::unique_ptr<CachedKernel>> kernels_;
};

}  // namespace tonelift::vulkan
