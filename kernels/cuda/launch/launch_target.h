// SPDX-License-Identifier: BSD-2-Clause
//
// Where the launches of a batch go, step by step: to the streams of the device, or into a graph.
#pragma once

#include <cstddef>

#include "kernels/cuda/driver/device.h"

namespace tonelift::cuda {

// Steps are numbered as in StepOrder. The device's context must be current.
class LaunchTarget {
  public:
    virtual ~LaunchTarget() = default;
    // What is launched from here on waits for what must be complete.
    virtual void begin_step(size_t step) = 0;
    virtual void launch(const Kernel& kernel, const KernelCall& call, unsigned frames,
                        void** parameters) = 0;
    virtual void end_step(size_t step) = 0;
};

}  // namespace tonelift::cuda
