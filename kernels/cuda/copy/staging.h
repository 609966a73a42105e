// SPDX-License-Identifier: BSD-2-Clause
//
// Adapts an executor for frames on the device to batches in host memory.
#pragma once

#include "kernels/cuda/driver/device.h"
#include "kernels/executor.h"

namespace tonelift::cuda {

std::unique_ptr<Executor> stage(std::unique_ptr<Executor> inner, const Picture& input,
                                const Picture& output, DevicePointer device, HostMemory host,
                                int frames, int threads);

}  // namespace tonelift::cuda
