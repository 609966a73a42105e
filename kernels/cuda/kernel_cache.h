// SPDX-License-Identifier: BSD-2-Clause
//
// Kernels that are ready to be launched: compiled once for each text, however many passes use it.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "kernels/cuda/device.h"
#include "kernels/cuda/plan_calls.h"

namespace tonelift::cuda {

class KernelCache {
  public:
    explicit KernelCache(DevicePointer device) : device_(std::move(device)) {}

    std::shared_ptr<const Kernel> get(const KernelText& text, unsigned shared_bytes) {
        std::shared_ptr<const Kernel>& kernel = kernels_[text.ptx];
        if (kernel == nullptr)
            kernel = std::make_shared<const Kernel>(device_, text.ptx, text.kernel, shared_bytes);
        return kernel;
    }

  private:
    DevicePointer device_;
    std::map<std::string, std::shared_ptr<const Kernel>> kernels_;
};

}  // namespace tonelift::cuda
