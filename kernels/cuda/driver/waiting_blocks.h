// SPDX-License-Identifier: BSD-2-Clause
//
// Prevents deadlocks of thread blocks that wait for each other.
//
// In scan_edge_y (kernels/scan/edge_y.cuh), the blocks of a group of columns wait for each other.
// They wait forever if all multiprocessors are full of waiting blocks, because a missing block
// cannot start. Therefore the executors of a context reserve waiting blocks here, fewer in total
// than there are multiprocessors. At least one multiprocessor then has no waiting block. Its blocks
// end, and missing blocks start there.
//
// Blocks start in the order of their numbers, and the blocks of a group of columns have consecutive
// numbers. At most one group per launch has therefore started only in part. An executor has at most
// one such launch per stream at a time, because these launches share scratch memory
// (kernels/gpu/step_order.h). So it reserves streams * (blocks of a group - 1).
//
// If the reservation fails, a single block filters each group of columns. Other contexts are
// time-sliced and do not matter.
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
