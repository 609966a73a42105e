// SPDX-License-Identifier: BSD-2-Clause
// Functions of the test double that return the version of the driver, the properties of the device
// and the names of errors.
#include <ffnvcodec/dynlink_cuda.h>

#include <cstring>

#include "tests/cuda/driver_double.h"
#include "tests/cuda/driver_double_launches.h"

namespace {

int attribute(int which) {
    switch (which) {
        case 75:
            return tonelift_driver_double()->compute_major;
        case 76:  // CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR
            return 0;
        case 16:  // CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT
            return multiprocessors;
        case 14:  // CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT
            return 512;
        default:
            return 228 << 10;
    }
}

}  // namespace

extern "C" {

CUresult cuInit(unsigned) { return static_cast<CUresult>(tonelift_driver_double()->start_result); }
CUresult cuDriverGetVersion(int* version) {
    *version = tonelift_driver_double()->version;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetCount(int* count) {
    *count = tonelift_driver_double()->devices;
    return CUDA_SUCCESS;
}
CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute which, CUdevice) {
    *value = attribute(which);
    return CUDA_SUCCESS;
}

CUresult cuGetErrorName(CUresult, const char** text) {
    *text = "CUDA_ERROR_DOUBLE";
    return CUDA_SUCCESS;
}
CUresult cuGetErrorString(CUresult, const char** text) {
    *text = "the test makes this call fail";
    return CUDA_SUCCESS;
}

CUresult cuDeviceGet(CUdevice* device, int) {
    *device = 0;
    return CUDA_SUCCESS;
}
CUresult cuDeviceGetName(char* name, int bytes, CUdevice) {
    std::strncpy(name, "a double", static_cast<size_t>(bytes));
    return CUDA_SUCCESS;
}
CUresult cuCtxGetDevice(CUdevice* device) { return cuDeviceGet(device, 0); }

}  // extern "C"
