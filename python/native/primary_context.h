// SPDX-License-Identifier: BSD-2-Clause
//
// The primary context of a CUDA device, which owns the arrays of PyTorch and CuPy. The driver is
// loaded at run time.
#pragma once

namespace tonelift::python {

class PrimaryContext {
  public:
    // device: the number of the device; -1: no device. Raises UnsupportedError without a driver,
    // and DeviceError if the driver fails.
    explicit PrimaryContext(int device);
    ~PrimaryContext();
    PrimaryContext(const PrimaryContext&) = delete;
    PrimaryContext& operator=(const PrimaryContext&) = delete;

    void* get() const { return context_; }  // CUcontext, null without a device

  private:
    int device_ = 0;
    void* context_ = nullptr;
};

}  // namespace tonelift::python
