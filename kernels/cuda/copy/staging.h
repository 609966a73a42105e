// SPDX-License-Identifier: BSD-2-Clause
//
// Adapts an executor for frames on the device to batches in host memory.
//
// A batch is cut into pieces of a few frames. While one piece is computed, the next piece is
// uploaded and the previous piece is downloaded, each on its own stream. Threads copy between the
// caller's memory and page-locked memory. If the caller's planes are page-locked, the device
// transfers them directly.
#pragma once

#include "kernels/cuda/driver/device.h"
#include "kernels/executor.h"

namespace tonelift::cuda {

// `frames` is the number of frames per piece, equal to the batch size of `inner`. `host` states
// whether input, output or both are in host memory.
std::unique_ptr<Executor> stage(std::unique_ptr<Executor> inner, const Picture& input,
                                const Picture& output, DevicePointer device, HostMemory host,
                                int frames, int threads);

}  // namespace tonelift::cuda
