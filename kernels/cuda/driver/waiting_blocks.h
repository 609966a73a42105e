// SPDX-License-Identifier: BSD-2-Clause
//
// Prevents deadlocks between thread blocks that wait for each other.
//
// Blocks of the kernel scan_edge_y (kernels/scan/edge_y.cuh) wait for other blocks. If waiting
// blocks occupied all multiprocessors, the blocks that they wait for could not start. Executors
// therefore reserve here the number of blocks that can wait at the same time. The sum of all
// reservations is less than the number of multiprocessors.
//
// Blocks start in the order of their numbers, and each group of columns has consecutive numbers. So
// only the newest group on a stream waits for blocks that have not started. An executor therefore
// reserves streams * (blocks per group - 1) blocks.
#pragma once

#include "kernels/cuda/driver/device.h"

namespace tonelift::cuda {

class WaitingBlocks {
  public:
    WaitingBlocks() = default;
    // Reserves `count` blocks. Reserves nothing if the sum of all reservations would reach the
    // number of multiprocessors; granted() is then false.
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
