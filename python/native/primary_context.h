// SPDX-License-Identifier: BSD-2-Clause
//
// Finds the primary context of a CUDA device, in which PyTorch and CuPy allocate their arrays. The
// driver is loaded at run time.
#pragma once

namespace tonelift::python {

class PrimaryContext {
  public:
    // `device` is the number of the device, or -1 for no device. Raises UnsupportedError without a
    // driver, and DeviceError if the driver fails.
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
