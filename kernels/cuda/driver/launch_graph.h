// SPDX-License-Identifier: BSD-2-Clause
//
// Launches that are prepared once and repeated by one call, a CUDA graph: the driver takes less
// time for them, and the device less from one to the next.
#pragma once

#include <span>

#include "kernels/cuda/driver/device.h"

namespace tonelift::cuda {

// The device's context must be current in all but the destructor.
class LaunchGraph {
  public:
    explicit LaunchGraph(DevicePointer device);
    LaunchGraph(LaunchGraph&& other) noexcept;
    ~LaunchGraph();

    // Adds a launch that runs when those of `behind`, which were added before, are complete. The
    // parameters are read before the call returns.
    CUgraphNode add(const Kernel& kernel, const KernelCall& call, unsigned frames,
                    void** parameters, std::span<const CUgraphNode> behind);
    // To be called once, when all launches are there.
    void prepare();
    // Runs all launches behind what is on the stream.
    void run(CUstream stream) const;

  private:
    DevicePointer device_;
    CUgraph graph_ = nullptr;
    CUgraphExec prepared_ = nullptr;
};

}  // namespace tonelift::cuda
