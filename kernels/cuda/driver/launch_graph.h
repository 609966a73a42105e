// SPDX-License-Identifier: BSD-2-Clause
//
// A CUDA graph: kernel launches that are prepared once and then repeated by a single call, which
// reduces launch overhead.
#pragma once

#include <span>

#include "kernels/cuda/driver/device.h"

namespace tonelift::cuda {

// The device's context must be current in all functions except the destructor.
class LaunchGraph {
  public:
    explicit LaunchGraph(DevicePointer device);
    LaunchGraph(LaunchGraph&& other) noexcept;
    ~LaunchGraph();

    // Adds a launch that runs after the launches in `behind`. The parameters are read before the
    // call returns.
    CUgraphNode add(const Kernel& kernel, const KernelCall& call, unsigned frames,
                    void** parameters, std::span<const CUgraphNode> behind);
    // Call once, after all launches have been added.
    void prepare();
    void run(CUstream stream) const;

  private:
    DevicePointer device_;
    CUgraph graph_ = nullptr;
    CUgraphExec prepared_ = nullptr;
};

}  // namespace tonelift::cuda
