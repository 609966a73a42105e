// SPDX-License-Identifier: BSD-2-Clause
//
// Finds the primary context of a CUDA device. PyTorch and CuPy allocate their arrays in this
// context. The CUDA driver is loaded at run time.
#pragma once

namespace tonelift::python {

class PrimaryContext {
  public:
    // `device` is the number of the CUDA device, or -1 for no device. Raises UnsupportedError if no
    // driver can be loaded, and DeviceError if the driver fails.
    explicit PrimaryContext(int device);
    ~PrimaryContext();
    PrimaryContext(const PrimaryContext&) = delete;
    PrimaryContext& operator=(const PrimaryContext&) = delete;

    void* get() const { return context_; }  // a CUcontext, or null without a device

  private:
    int device_ = 0;
    void* context_ = nullptr;
};

}  // namespace tonelift::python
