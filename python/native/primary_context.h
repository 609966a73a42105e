// SPDX-License-Identifier: BSD-2-Clause
//
// The primary context of a CUDA device, in which the arrays of PyTorch and CuPy lie. The driver is
// loaded at run time.
#pragma once

namespace tonelift::python {

class PrimaryContext {
  public:
    // device: its number, -1: none. Raises UnsupportedError without a driver, DeviceError if the
    // driver refuses.
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
