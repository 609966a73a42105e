// SPDX-License-Identifier: BSD-2-Clause
//
// CUDA streams and events. Events let one stream wait for work on another stream.
#pragma once

#include "kernels/cuda/driver/device.h"

namespace tonelift::cuda {

// The device's context must be current in all functions of Event and Stream, except constructors
// and destructors.

class Event {
  public:
    explicit Event(DevicePointer device);
    Event(Event&& other) noexcept;
    ~Event();

    void record(CUstream stream) const;
    // Makes all later work on `stream` wait for the work that the last record() marked.
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
