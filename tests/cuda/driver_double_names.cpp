// SPDX-License-Identifier: BSD-2-Clause
//
// Functions of the driver whose answers are always the same: the one device, and names.
#include <ffnvcodec/dynlink_cuda.h>

#include <cstring>

extern "C" {

CUresult cuGetErrorName(CUresult, const char** text) {
    *text = "CUDA_ERROR_DOUBLE";
    return CUDA_SUCCESS;
}
CUresult cuGetErrorString(CUresult, const char** text) {
    *text = "the double was told to fail";
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
