// SPDX-License-Identifier: BSD-2-Clause
//
// The kernels of an executor. Equal modules are compiled once. New modules are compiled in
// parallel.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "kernels/vulkan/driver/kernel.h"
#include "kernels/vulkan/launch/push.h"

namespace tonelift::vulkan {

// The kernel is null until KernelCache::compile().
struct CachedKernel {
    std::string name;
    std::vector<uint32_t> code;
    Block block;
    std::shared_ptr<const Kernel> kernel;
};

class KernelCache {
  public:
    explicit KernelCache(DevicePointer device);

    // The entry is valid as long as this object lives.
    const CachedKernel* add(std::string name, std::vector<uint32_t> code, const Block& block);
    void compile();

  private:
    std::shared_ptr<const KernelArguments> arguments_;
    ModuleCache files_;
    std::vector<std::unique_ptr<CachedKernel>> kernels_;
};

}  // namespace tonelift::vulkan
