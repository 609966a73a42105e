// SPDX-License-Identifier: BSD-2-Clause
//
// Adapts an executor for frames on the device to batches whose input, output or both are in host
// memory.
//
// A batch is cut into pieces of a few frames, which use a ring of slots. While one piece is
// computed, the next piece is uploaded and the previous piece is downloaded, each on its own
// stream. The threads copy between the caller's memory and page-locked memory. One thread at a time
// calls the driver. If the caller's planes are page-locked, the device transfers them directly,
// without a copy by the threads.
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
