// SPDX-License-Identifier: BSD-2-Clause
//
// Prevents deadlocks of thread blocks that wait for each other.
//
// Blocks of scan_edge_y (kernels/scan/edge_y.cuh) wait for other blocks. If waiting blocks fill all
// multiprocessors, the other blocks cannot start. Executors therefore reserve waiting blocks here.
// The total of all reservations is less than the number of multiprocessors.
//
// Blocks start in the order of their numbers. A group of columns starts only after all blocks of
// earlier groups, so only one group per stream waits for blocks that have not started. An executor
// therefore reserves streams * (blocks of a group - 1).
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
