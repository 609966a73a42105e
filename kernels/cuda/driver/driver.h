// SPDX-License-Identifier: BSD-2-Clause
//
// Loads the CUDA driver at run time, so that the library also works on machines without it.
#pragma once

#include <ffnvcodec/dynlink_cuda.h>

#include <string>

// Types and functions of the CUDA driver that dynlink_cuda.h does not declare.

using CUgraph = struct CUgraph_st*;
using CUgraphNode = struct CUgraphNode_st*;
using CUgraphExec = struct CUgraphExec_st*;

namespace tonelift::cuda {

using CUDAAPI_cuModuleLoadDataEx = CUresult CUDAAPI(CUmodule*, const void*, unsigned, CUjit_option*,
                                                    void**);
using CUDAAPI_cuLinkCreate = CUresult CUDAAPI(unsigned, CUjit_option*, void**, CUlinkState*);
using CUDAAPI_cuLinkAddData = CUresult CUDAAPI(CUlinkState, CUjitInputType, void*, size_t,
                                               const char*, unsigned, CUjit_option*, void**);
using CUDAAPI_cuLinkComplete = CUresult CUDAAPI(CUlinkState, void**, size_t*);
using CUDAAPI_cuLinkDestroy = CUresult CUDAAPI(CUlinkState);
using CUDAAPI_cuFuncSetAttribute = CUresult CUDAAPI(CUfunction, int, int);
using CUDAAPI_cuFuncGetAttribute = CUresult CUDAAPI(int*, int, CUfunction);
using CUDAAPI_cuMemHostAlloc = CUresult CUDAAPI(void**, size_t, unsigned);
using CUDAAPI_cuMemFreeHost = CUresult CUDAAPI(void*);
using CUDAAPI_cuStreamWaitEvent = CUresult CUDAAPI(CUstream, CUevent, unsigned);
using CUDAAPI_cuPointerGetAttribute = CUresult CUDAAPI(void*, int, CUdeviceptr);
using CUDAAPI_cuDriverGetVersion = CUresult CUDAAPI(int*);
using CUDAAPI_cuCtxGetApiVersion = CUresult CUDAAPI(CUcontext, unsigned*);

// This struct has the same layout as CUDA_KERNEL_NODE_PARAMS_v1, which is a parameter of
// cuGraphAddKernelNode.
struct KernelNode {
    CUfunction function;
    unsigned grid_x, grid_y, grid_z;
    unsigned block_x, block_y, block_z;
    unsigned shared_bytes;
    void** parameters;
    void** extra;
};
using CUDAAPI_cuGraphCreate = CUresult CUDAAPI(CUgraph*, unsigned);
using CUDAAPI_cuGraphAddKernelNode = CUresult CUDAAPI(CUgraphNode*, CUgraph, const CUgraphNode*,
                                                      size_t, const KernelNode*);
using CUDAAPI_cuGraphInstantiateWithFlags = CUresult CUDAAPI(CUgraphExec*, CUgraph,
                                                             unsigned long long);
using CUDAAPI_cuGraphDestroy = CUresult CUDAAPI(CUgraph);
using CUDAAPI_cuGraphLaunch = CUresult CUDAAPI(CUgraphExec, CUstream);
using CUDAAPI_cuGraphExecDestroy = CUresult CUDAAPI(CUgraphExec);

#define TONELIFT_CUDA_FUNCTIONS(X)                                                       \
    X(init, "cuInit", tcuInit)                                                           \
    X(driver_version, "cuDriverGetVersion", CUDAAPI_cuDriverGetVersion)                  \
    X(error_name, "cuGetErrorName", tcuGetErrorName)                                     \
    X(error_string, "cuGetErrorString", tcuGetErrorString)                               \
    X(device_count, "cuDeviceGetCount", tcuDeviceGetCount)                               \
    X(device_get, "cuDeviceGet", tcuDeviceGet)                                           \
    X(device_name, "cuDeviceGetName", tcuDeviceGetName)                                  \
    X(device_attribute, "cuDeviceGetAttribute", tcuDeviceGetAttribute)                   \
    X(context_create, "cuCtxCreate_v2", tcuCtxCreate_v2)                                 \
    X(context_destroy, "cuCtxDestroy_v2", tcuCtxDestroy_v2)                              \
    X(context_push, "cuCtxPushCurrent_v2", tcuCtxPushCurrent_v2)                         \
    X(context_pop, "cuCtxPopCurrent_v2", tcuCtxPopCurrent_v2)                            \
    X(context_device, "cuCtxGetDevice", tcuCtxGetDevice)                                 \
    X(context_version, "cuCtxGetApiVersion", CUDAAPI_cuCtxGetApiVersion)                 \
    X(link_create, "cuLinkCreate_v2", CUDAAPI_cuLinkCreate)                              \
    X(link_add, "cuLinkAddData_v2", CUDAAPI_cuLinkAddData)                               \
    X(link_complete, "cuLinkComplete", CUDAAPI_cuLinkComplete)                           \
    X(link_destroy, "cuLinkDestroy", CUDAAPI_cuLinkDestroy)                              \
    X(module_load, "cuModuleLoadDataEx", CUDAAPI_cuModuleLoadDataEx)                     \
    X(module_unload, "cuModuleUnload", tcuModuleUnload)                                  \
    X(module_function, "cuModuleGetFunction", tcuModuleGetFunction)                      \
    X(function_set, "cuFuncSetAttribute", CUDAAPI_cuFuncSetAttribute)                    \
    X(function_get, "cuFuncGetAttribute", CUDAAPI_cuFuncGetAttribute)                    \
    X(memory_allocate, "cuMemAlloc_v2", tcuMemAlloc_v2)                                  \
    X(memory_free, "cuMemFree_v2", tcuMemFree_v2)                                        \
    X(memory_set, "cuMemsetD8Async", tcuMemsetD8Async)                                   \
    X(host_allocate, "cuMemHostAlloc", CUDAAPI_cuMemHostAlloc)                           \
    X(host_free, "cuMemFreeHost", CUDAAPI_cuMemFreeHost)                                 \
    X(pointer_attribute, "cuPointerGetAttribute", CUDAAPI_cuPointerGetAttribute)         \
    X(copy, "cuMemcpyAsync", tcuMemcpyAsync)                                             \
    X(copy_to_device, "cuMemcpyHtoDAsync_v2", tcuMemcpyHtoDAsync_v2)                     \
    X(copy_to_host, "cuMemcpyDtoHAsync_v2", tcuMemcpyDtoHAsync_v2)                       \
    X(copy_2d, "cuMemcpy2DAsync_v2", tcuMemcpy2DAsync_v2)                                \
    X(stream_create, "cuStreamCreate", tcuStreamCreate)                                  \
    X(stream_destroy, "cuStreamDestroy_v2", tcuStreamDestroy_v2)                         \
    X(stream_wait, "cuStreamWaitEvent", CUDAAPI_cuStreamWaitEvent)                       \
    X(stream_synchronize, "cuStreamSynchronize", tcuStreamSynchronize)                   \
    X(graph_create, "cuGraphCreate", CUDAAPI_cuGraphCreate)                              \
    X(graph_add, "cuGraphAddKernelNode", CUDAAPI_cuGraphAddKernelNode)                   \
    X(graph_prepare, "cuGraphInstantiateWithFlags", CUDAAPI_cuGraphInstantiateWithFlags) \
    X(graph_destroy, "cuGraphDestroy", CUDAAPI_cuGraphDestroy)                           \
    X(graph_launch, "cuGraphLaunch", CUDAAPI_cuGraphLaunch)                              \
    X(prepared_destroy, "cuGraphExecDestroy", CUDAAPI_cuGraphExecDestroy)                \
    X(event_create, "cuEventCreate", tcuEventCreate)                                     \
    X(event_destroy, "cuEventDestroy_v2", tcuEventDestroy_v2)                            \
    X(event_record, "cuEventRecord", tcuEventRecord)                                     \
    X(event_synchronize, "cuEventSynchronize", tcuEventSynchronize)                      \
    X(launch, "cuLaunchKernel", tcuLaunchKernel)

struct Driver {
    int version;  // CUDA version of the driver: 1000 * major + 10 * minor, such as 12010 for 12.1
#define TONELIFT_CUDA_FUNCTION(member, symbol, type) type* member;
    TONELIFT_CUDA_FUNCTIONS(TONELIFT_CUDA_FUNCTION)
#undef TONELIFT_CUDA_FUNCTION
};

// Returns the functions of the CUDA driver. The first call loads the driver. Throws
// Failure::unsupported if no usable driver is installed.
const Driver& driver();

inline std::string version_text(int version) {
    return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

// Throws if `result` is an error code. The message names the failed action `doing`, such as
// "allocating 3 MB of device memory".
void check(CUresult result, const std::string& doing);

}  // namespace tonelift::cuda
