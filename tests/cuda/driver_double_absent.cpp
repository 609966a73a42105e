// SPDX-License-Identifier: BSD-2-Clause
//
// Driver functions that must exist for FFmpeg, but are not called in the tests.
#include <ffnvcodec/dynlink_cuda.h>

extern "C" {

#define TONELIFT_ABSENT(name) \
    CUresult name() { return static_cast<CUresult>(801); }
TONELIFT_ABSENT(cuArray3DCreate_v2)
TONELIFT_ABSENT(cuArrayCreate_v2)
TONELIFT_ABSENT(cuArrayDestroy)
TONELIFT_ABSENT(cuCtxGetCurrent)
TONELIFT_ABSENT(cuCtxSetLimit)
TONELIFT_ABSENT(cuDestroyExternalMemory)
TONELIFT_ABSENT(cuDestroyExternalSemaphore)
TONELIFT_ABSENT(cuDeviceComputeCapability)
TONELIFT_ABSENT(cuDevicePrimaryCtxGetState)
TONELIFT_ABSENT(cuDevicePrimaryCtxRelease)
TONELIFT_ABSENT(cuDevicePrimaryCtxReset)
TONELIFT_ABSENT(cuDevicePrimaryCtxRetain)
TONELIFT_ABSENT(cuDevicePrimaryCtxSetFlags)
TONELIFT_ABSENT(cuEventQuery)
TONELIFT_ABSENT(cuExternalMemoryGetMappedBuffer)
TONELIFT_ABSENT(cuExternalMemoryGetMappedMipmappedArray)
TONELIFT_ABSENT(cuGLGetDevices_v2)
TONELIFT_ABSENT(cuGraphicsGLRegisterImage)
TONELIFT_ABSENT(cuGraphicsMapResources)
TONELIFT_ABSENT(cuGraphicsResourceGetMappedPointer_v2)
TONELIFT_ABSENT(cuGraphicsSubResourceGetMappedArray)
TONELIFT_ABSENT(cuGraphicsUnmapResources)
TONELIFT_ABSENT(cuGraphicsUnregisterResource)
TONELIFT_ABSENT(cuImportExternalMemory)
TONELIFT_ABSENT(cuImportExternalSemaphore)
TONELIFT_ABSENT(cuLinkAddData)
TONELIFT_ABSENT(cuLinkCreate)
TONELIFT_ABSENT(cuMemAllocManaged)
TONELIFT_ABSENT(cuMemAllocPitch_v2)
TONELIFT_ABSENT(cuMemcpy)
TONELIFT_ABSENT(cuMemcpy2D_v2)
TONELIFT_ABSENT(cuMemcpyDtoDAsync_v2)
TONELIFT_ABSENT(cuMemcpyDtoD_v2)
TONELIFT_ABSENT(cuMemcpyDtoH_v2)
TONELIFT_ABSENT(cuMemcpyHtoD_v2)
TONELIFT_ABSENT(cuMipmappedArrayDestroy)
TONELIFT_ABSENT(cuMipmappedArrayGetLevel)
TONELIFT_ABSENT(cuModuleGetGlobal)
TONELIFT_ABSENT(cuModuleLoadData)
TONELIFT_ABSENT(cuSignalExternalSemaphoresAsync)
TONELIFT_ABSENT(cuStreamAddCallback)
TONELIFT_ABSENT(cuStreamQuery)
TONELIFT_ABSENT(cuTexObjectCreate)
TONELIFT_ABSENT(cuTexObjectDestroy)
TONELIFT_ABSENT(cuWaitExternalSemaphoresAsync)

}  // extern "C"
