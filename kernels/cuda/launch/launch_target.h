// SPDX-License-Identifier: BSD-2-Clause
//
// Receives the kernel launches of a batch. An implementation either enqueues them on CUDA streams
// or adds them to a CUDA graph.
#pragma once

#include <cstddef>

#include "kernels/cuda/driver/device.h"

namespace tonelift::cuda {

// The device's context must be current in all functions.
class LaunchTarget {
  public:
    virtual ~LaunchTarget() = default;
    // Begins a step of the plan. All launches until end_step() wait for the steps that this step
    // depends on.
    virtual void begin_step(size_t step) = 0;
    virtual void launch(const Kernel& kernel, const KernelCall& call, unsigned frames,
                        void** parameters) = 0;
    virtual void end_step(size_t step) = 0;
};

}  // namespace tonelift::cuda
