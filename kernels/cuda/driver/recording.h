// SPDX-License-Identifier: BSD-2-Clause
//
// Launches that are recorded once and repeated by one call (a CUDA graph): the driver takes less
// time for them, and the device less from one to the next.
#pragma once

#include <functional>

#include "kernels/cuda/driver/stream.h"

namespace tonelift::cuda {

class Recording {
  public:
    // launch: launches on the stream that it is given, and on others that wait for that one and
    // that it waits for. Nothing runs yet. The device's context must be current.
    Recording(DevicePointer device, const std::function<void(CUstream)>& launch);
    Recording(Recording&& other) noexcept;
    ~Recording();

    // All of it, behind what is on the stream.
    void repeat(CUstream stream) const;

  private:
    DevicePointer device_;
    CUgraphExec exec_ = nullptr;
};

}  // namespace tonelift::cuda
