// SPDX-License-Identifier: BSD-2-Clause
//
// A CUDA context and its stream. Functions make the context current, unless their comment says that
// it must already be current.
#pragma once

#include <cstddef>
#include <exception>
#include <memory>
#include <span>
#include <string>

#include "kernels/cuda/driver/driver.h"
#include "kernels/device/kernel_call.h"
#include "kernels/error.h"
#include "kernels/executor.h"

namespace tonelift {

class CudaDevice {
  public:
    explicit CudaDevice(const DeviceTarget& target);
    ~CudaDevice();
    CudaDevice(const CudaDevice&) = delete;

    CUcontext context() const { return context_; }
    CUstream stream() const { return stream_; }
    const DeviceLimits& limits() const { return limits_; }
    const std::string& name() const { return name_; }

  private:
    friend class CurrentContext;
    void read_limits();

    CUcontext context_ = nullptr;
    CUstream stream_ = nullptr;
    bool owns_ = false;  // false if the caller owns the context and the stream
    DeviceLimits limits_;
    std::string name_;
};

class CurrentContext {
  public:
    explicit CurrentContext(const CudaDevice& device);
    ~CurrentContext();
    CurrentContext(const CurrentContext&) = delete;
};

namespace cuda {

using DevicePointer = std::shared_ptr<const CudaDevice>;

// Calls body() with the device's context current. Does nothing if the context no longer exists.
template <typename Body>
void in_context(const DevicePointer& device, Body body) noexcept {
    try {
        const CurrentContext current(*device);
        body();
    } catch (const std::exception&) {  // NOLINT: nothing is left to free
    }
}

// Device memory whose bytes are 0 after construction.
class DeviceMemory {
  public:
    DeviceMemory() = default;
    DeviceMemory(DevicePointer device, size_t bytes);
    DeviceMemory(DeviceMemory&& other) noexcept { swap(other); }
    DeviceMemory& operator=(DeviceMemory&& other) noexcept {
        swap(other);
        return *this;
    }
    ~DeviceMemory();

    CUdeviceptr address() const { return address_; }
    size_t bytes() const { return bytes_; }
    // Enqueues a copy of `bytes` bytes from host memory at `from`. The caller can free `from` as
    // soon as the call returns.
    void upload(const void* from, size_t bytes) const;
    // Copies `bytes` bytes of this memory, starting at byte `offset`, to host memory at `to`. Waits
    // until the copy is complete.
    void download(void* to, size_t offset, size_t bytes) const;

  private:
    void swap(DeviceMemory& other);
    DevicePointer device_;
    CUdeviceptr address_ = 0;
    size_t bytes_ = 0;
};

class Kernel {
  public:
    Kernel(DevicePointer device, const std::string& code, const std::string& name,
           unsigned shared_bytes);
    Kernel(Kernel&& other) noexcept;
    ~Kernel();

    // The device's context must be current in this function and in add_to().
    void launch(const KernelCall& call, unsigned frames, void** parameters, CUstream stream) const;
    CUgraphNode add_to(CUgraph graph, const KernelCall& call, unsigned frames, void** parameters,
                       std::span<const CUgraphNode> behind) const;
    int local_bytes() const;

  private:
    DevicePointer device_;
    CUmodule module_ = nullptr;
    CUfunction function_ = nullptr;
};

}  // namespace cuda
}  // namespace tonelift
