// SPDX-License-Identifier: BSD-2-Clause
//
// Wraps an executor that takes frames in device memory. With the wrapper, input frames, output
// frames or both can be in host memory.
#pragma once

#include "kernels/cuda/driver/device.h"
#include "kernels/executor.h"

namespace tonelift::cuda {

std::unique_ptr<Executor> stage(std::unique_ptr<Executor> inner, const Picture& input,
                                const Picture& output, DevicePointer device, HostMemory host,
                                int frames, int threads);

}  // namespace tonelift::cuda
