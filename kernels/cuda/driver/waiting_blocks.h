// SPDX-License-Identifier: BSD-2-Clause
//
// Why blocks that wait for each other never wait for ever.
//
// A block of scan_edge_y (kernels/scan/edge_y.cuh) waits for the other blocks of its panel, of
// which some may not have started. It is stuck while one of them has not started and nothing makes
// room for that one. Blocks of other kernels never are stuck: they wait for nothing, or for blocks
// that started before them (frame_step, which takes tickets). So they end, and make room.
//
// 1. Blocks of a launch start in the order of their numbers, and those of a panel have consecutive
//    numbers. So a launch has at most one panel that has started in part. Blocks of other panels of
//    it have all that they wait for, and end.
// 2. An executor has at most `streams` such launches on the device at a time: launches on one
// stream
//    follow each other. So it has at most streams * (blocks of a panel - 1) stuck blocks.
// 3. Executors of one context reserve that number here, and the sum stays below the number of
//    multiprocessors. So there is always one multiprocessor without a stuck block. All of its
//    blocks end, and an empty multiprocessor holds any block of any kernel: the next block that
//    waits to start does. If it gets stuck, too, the same holds for another multiprocessor; as
//    their number is bounded, a block is reached that a panel waits for, the panel is whole, and
//    its blocks end.
//
// Work of other contexts takes turns with that of this one and holds none of its room. An executor
// that nothing is left for filters each panel by one block.
#pragma once

#include "kernels/cuda/driver/device.h"

namespace tonelift::cuda {

// A reservation, for as long as it lives.
class WaitingBlocks {
  public:
    WaitingBlocks() = default;
    // Reserves `count` blocks of the device, or none.
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
