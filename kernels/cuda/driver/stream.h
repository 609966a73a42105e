// SPDX-License-Identifier: BSD-2-Clause
//
// CUDA streams and events, by which streams wait for each other.
#pragma once

#include "kernels/cuda/driver/device.h"

namespace tonelift::cuda {

// The device's context must be current in all functions except creation and destruction.

class Event {
  public:
    explicit Event(DevicePointer device);
    Event(Event&& other) noexcept;
    ~Event();

    void record(CUstream stream) const;
    // Later work on the stream waits for the last record().
    void hold(CUstream stream) const;
    void wait() const;

  private:
    DevicePointer device_;
    CUevent event_ = nullptr;
};

class Stream {
  public:
    explicit Stream(DevicePointer device);
    Stream(const Stream&) = delete;
    ~Stream();

    operator CUstream() const { return stream_; }

  private:
    DevicePointer device_;
    CUstream stream_ = nullptr;
};

}  // namespace tonelift::cuda
