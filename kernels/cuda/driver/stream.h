// SPDX-License-Identifier: BSD-2-Clause
//
// Streams besides the device's own, and the events by which streams wait for each other.
#pragma once

#include "kernels/cuda/driver/device.h"

namespace tonelift::cuda {

// The device's context must be current where these are used, but not where they are created or
// destroyed.

class Event {
  public:
    explicit Event(DevicePointer device);
    Event(Event&& other) noexcept;
    ~Event();

    void record(CUstream stream) const;
    // Makes later work of the stream wait for the work that was recorded last, if any.
    void hold(CUstream stream) const;
    // Waits for the work that was recorded last.
    void wait() const;

  private:
    DevicePointer device_;
    CUevent event_ = nullptr;
};

// A stream besides the device's own.
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
