// SPDX-License-Identifier: BSD-2-Clause
//
// Compiled kernels. Each text is compiled once, however many passes use it.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "kernels/cuda/driver/device.h"
#include "kernels/cuda/launch/plan_calls.h"

namespace tonelift::cuda {

class KernelCache {
  public:
    explicit KernelCache(DevicePointer device) : device_(std::move(device)) {}

    std::shared_ptr<const Kernel> get(const KernelText& text, unsigned shared_bytes) {
        std::shared_ptr<const Kernel>& kernel = kernels_[text.ptx];
        if (kernel == nullptr) kernel = compile(text, shared_bytes);
        return kernel;
    }

  private:
    // Tries smaller numbers of blocks until the registers suffice: the register count of a program
    // is known only after the driver has compiled it.
    std::shared_ptr<const Kernel> compile(const KernelText& text, unsigned shared_bytes) const {
        for (int blocks = text.blocks.most; blocks > text.blocks.least; --blocks) {
            auto kernel = std::make_shared<const Kernel>(device_, with_blocks(text.ptx, blocks),
                                                         text.kernel, shared_bytes);
            if (kernel->local_bytes() == 0) return kernel;
        }
        return std::make_shared<const Kernel>(device_, text.ptx, text.kernel, shared_bytes);
    }

    DevicePointer device_;
    std::map<std::string, std::shared_ptr<const Kernel>> kernels_;
};

}  // namespace tonelift::cuda
