// SPDX-License-Identifier: BSD-2-Clause
//
// An executor for batches whose input, output or both are in host memory, around an executor whose
// frames are on the device.
//
// A batch is cut into pieces of a few frames that go around in a ring of slots: while one piece is
// computed the next is uploaded and the one before is downloaded, each on a stream of its own. The
// threads copy between the caller's memory and page-locked memory, and one of them at a time calls
// the driver. Page-locked planes of the caller are copied directly, without that step.
#pragma once

#include "kernels/cuda/driver/device.h"
#include "kernels/executor.h"

namespace tonelift::cuda {

// frames: frames per piece, as many as `inner` handles at once. At least one of the ends is on the
// host.
std::unique_ptr<Executor> stage(std::unique_ptr<Executor> inner, const Picture& input,
                                const Picture& output, DevicePointer device, HostEnds host,
                                int frames, int threads);

}  // namespace tonelift::cuda
