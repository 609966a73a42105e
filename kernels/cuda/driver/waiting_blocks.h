// SPDX-License-Identifier: BSD-2-Clause
//
// Prevents deadlocks of thread blocks that wait for each other.
//
// Blocks of scan_edge_y (kernels/scan/edge_y.cuh) wait forever if waiting blocks fill all
// multiprocessors. Executors therefore reserve waiting blocks here, fewer in total than there are
// multiprocessors.
//
// Blocks start in the order of their numbers. At most one group of columns per launch has therefore
// started only in part, so an executor reserves streams * (blocks of a group - 1).
#pragma once

#include "kernels/cuda/driver/device.h"

namespace tonelift::cuda {

class WaitingBlocks {
  public:
    WaitingBlocks() = default;
    // Reserves nothing if fewer than `count` blocks are left.
    WaitingBlocks(const CudaDevice& device, unsigned count);
    WaitingBlocks(WaitingBlocks&& other) noexcept { swap(other); }
    WaitingBlocks& operator=(WaitingBlocks&& other) noexcept {
        swap(other);
        return *this;
    }
    ~WaitingBlocks();

    bool granted() const { return count_ > 0; }

  private:
    void swap(WaitingBlocks& other) noexcept;

    CUcontext context_ = nullptr;
    unsigned count_ = 0;
};

}  // namespace tonelift::cuda
