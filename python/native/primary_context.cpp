// SPDX-License-Identifier: BSD-2-Clause
#include "primary_context.h"

#include <dlfcn.h>

#include <string>

#include "messages.h"

namespace tonelift::python {
namespace {

using Init = int (*)(unsigned flags);
using DeviceGet = int (*)(int* device, int number);
using Retain = int (*)(void** context, int device);
using Release = int (*)(int device);

template <typename Function>
Function driver_function(const char* name) {
    static void* const driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_GLOBAL);
    void* const address = driver != nullptr ? dlsym(driver, name) : nullptr;
    if (address == nullptr)
        raise(TONELIFT_ERROR_UNSUPPORTED,
              "the array is on a CUDA device, but the driver (libcuda.so.1) cannot be loaded");
    return reinterpret_cast<Function>(address);
}

void check(int result, const char* name) {
    if (result != 0)
        raise(TONELIFT_ERROR_DEVICE, std::string(name) + ": error " + std::to_string(result));
}

}  // namespace

PrimaryContext::PrimaryContext(int device) {
    if (device < 0) return;
    check(driver_function<Init>("cuInit")(0), "cuInit");
    check(driver_function<DeviceGet>("cuDeviceGet")(&device_, device), "cuDeviceGet");
    check(driver_function<Retain>("cuDevicePrimaryCtxRetain")(&context_, device_),
          "cuDevicePrimaryCtxRetain");
}

PrimaryContext::~PrimaryContext() {
    if (context_ != nullptr) driver_function<Release>("cuDevicePrimaryCtxRelease_v2")(device_);
}

}  // namespace tonelift::python
