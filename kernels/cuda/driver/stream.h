// SPDX-License-Identifier: BSD-2-Clause
//
// Additional streams of a device, and events that let streams wait for each other.
#pragma once

#include "kernels/cuda/driver/device.h"

namespace tonelift::cuda {

// An event of a stream. All functions but creation and destruction require the device's context to
// be current.

class Event {
  public:
    explicit Event(DevicePointer device);
    Event(Event&& other) noexcept;
    ~Event();

    void record(CUstream stream) const;
    // Makes later work on the stream wait for the work before the last record(), if there was one.
    void hold(CUstream stream) const;
    // Waits on the host for the work before the last record().
    void wait() const;

  private:
    DevicePointer device_;
    CUevent event_ = nullptr;
};

// An additional stream of the device.
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
