// SPDX-License-Identifier: BSD-2-Clause
//
// Prevents deadlocks of blocks that wait for each other.
//
// A block of scan_edge_y (kernels/scan/edge_y.cuh) waits for the other blocks of its panel, some of
// which may not have started. It is stuck as long as one of them cannot start for lack of room.
// Blocks of other kernels are never stuck, so they always end and free their room. Most of them do
// not wait. Those of frame_step number themselves as they start, and wait only for blocks that
// started earlier.
//
// 1. Blocks of a launch start in the order of their numbers, and the blocks of a panel have
//    consecutive numbers. So at most one panel of a launch has started only in part. Blocks of its
//    other panels have everything that they wait for, and end.
// 2. An executor has at most `streams` such launches on the device at a time, because launches on
//    one stream follow each other. In a graph, all such launches follow each other, because they
//    share scratch memory (kernels/gpu/step_order.h). So the executor has at most
//    streams * (blocks of a panel - 1) stuck blocks.
// 3. Each executor of a context reserves that number here, and the sum stays below the number of
//    multiprocessors. So at least one multiprocessor has no stuck block. All of its blocks end, and
//    an empty multiprocessor can run any block of any kernel, so the next waiting block starts
//    there. If that block gets stuck too, the same argument holds for another multiprocessor. The
//    number of stuck blocks is bounded, so eventually the missing block of a panel starts, the
//    panel is complete, and its blocks end.
//
// Work of other contexts is time-sliced with the work of this one and does not take its room. An
// executor whose reservation fails filters each panel by one block.
#pragma once

#include "kernels/cuda/driver/device.h"

namespace tonelift::cuda {

// A reservation of blocks, which the destructor releases.
class WaitingBlocks {
  public:
    WaitingBlocks() = default;
    // Reserves `count` blocks of the device. If that is too many, reserves none.
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
