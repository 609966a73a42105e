// SPDX-License-Identifier: BSD-2-Clause
//
// A CUDA graph: a sequence of kernel launches that is prepared once. A single call then repeats all
// launches, which takes less CPU time than launching each kernel.
#pragma once

#include <span>

#include "kernels/cuda/driver/device.h"

namespace tonelift::cuda {

// The device's context must be current in every function except the destructor.
class LaunchGraph {
  public:
    explicit LaunchGraph(DevicePointer device);
    LaunchGraph(LaunchGraph&& other) noexcept;
    ~LaunchGraph();

    // Adds a launch that starts after all launches in `behind` have ended. The call copies the
    // kernel parameters, so the caller can free them afterwards.
    CUgraphNode add(const Kernel& kernel, const KernelCall& call, unsigned frames,
                    void** parameters, std::span<const CUgraphNode> behind);
    // Prepares the graph for run(). Must be called once, after the last add().
    void prepare();
    void run(CUstream stream) const;

  private:
    DevicePointer device_;
    CUgraph graph_ = nullptr;
    CUgraphExec prepared_ = nullptr;
};

}  // namespace tonelift::cuda
