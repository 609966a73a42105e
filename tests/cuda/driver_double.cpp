// SPDX-License-Identifier: BSD-2-Clause
#include "tests/cuda/driver_double.h"

#include <ffnvcodec/dynlink_cuda.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <set>

namespace {

constexpr auto out_of_luck = static_cast<CUresult>(719);  // CUDA_ERROR_LAUNCH_FAILED
constexpr auto invalid_value = static_cast<CUresult>(1);

DriverDouble state{false, -1, 0, 0, 0, 0};

}  // namespace

// What was recorded: how often, and how many of these are done.
struct CUevent_st {
    CUstream stream = nullptr;
    int recorded = 0;
    int done = 0;
};

// Returns whether it is done. must: do also what it has to wait for.
using Work = std::function<bool(bool must)>;

struct CUstream_st {
    std::deque<Work> queue;
    bool busy = false;
};

namespace {

CUstream_st default_stream;
std::set<CUstream> streams;
std::set<CUstream> eager_streams;
std::deque<CUevent_st> events;  // streams may speak of them after they were destroyed
std::map<uintptr_t, size_t> pinned;

CUstream_st& stream_of(CUstream stream) { return stream != nullptr ? *stream : default_stream; }

// Whether the first of the queue was done.
bool run_one(CUstream_st& stream, bool must) {
    if (stream.queue.empty() || stream.busy) return false;
    stream.busy = true;
    const bool done = stream.queue.front()(must);
    stream.busy = false;
    if (done) stream.queue.pop_front();
    return done;
}

// What eager streams can do now.
void run_eager() {
    for (const CUstream stream : eager_streams) {
        while (run_one(*stream, false)) {
        }
    }
}

// Up to the recording number `recorded` of an event, and no further.
void run_until(CUevent event, int recorded) {
    while (event->done < recorded && run_one(stream_of(event->stream), true)) run_eager();
}

CUresult put(CUstream on, Work work) {
    stream_of(on).queue.push_back(std::move(work));
    run_eager();
    return CUDA_SUCCESS;
}

bool is_pinned(const void* address) {
    const auto number = reinterpret_cast<uintptr_t>(address);
    auto block = pinned.upper_bound(number);
    if (block == pinned.begin()) return false;
    --block;
    return number < block->first + block->second;
}

CUresult allocate(void** address, size_t bytes) {
    *address = std::aligned_alloc(256, (bytes + 255) / 256 * 256);
    if (*address == nullptr) return static_cast<CUresult>(2);
    std::memset(*address, 0xA5, bytes);
    ++state.allocations;
    ++state.live_allocations;
    return CUDA_SUCCESS;
}

void release(void* address) {
    std::free(address);
    --state.live_allocations;
}

void copy_now(const CUDA_MEMCPY2D& copy) {
    const auto* from = static_cast<const std::byte*>(copy.srcHost);
    auto* to = static_cast<std::byte*>(copy.dstHost);
    for (size_t row = 0; row < copy.Height; ++row)
        std::memcpy(to + row * copy.dstPitch, from + row * copy.srcPitch, copy.WidthInBytes);
}

template <typename Handle>
CUresult dummy(Handle* handle) {
    *handle = reinterpret_cast<Handle>(uintptr_t{1});
    return CUDA_SUCCESS;
}

int attribute(int which) {
    switch (which) {
        case 75:  // CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR
            return 9;
        case 16:  // CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT
            return 132;
        case 14:  // CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT
            return 512;
        default:  // bytes of shared memory
            return 228 << 10;
    }
}

}  // namespace

extern "C" {

DriverDouble* tonelift_driver_double() { return &state; }

CUresult cuStreamSynchronize(CUstream stream);

CUresult cuInit(unsigned) { return CUDA_SUCCESS; }
CUresult cuDriverGetVersion(int* version) {
    *version = 13000;
    return CUDA_SUCCESS;
}
CUresult cuGetErrorName(CUresult, const char** text) {
    *text = "CUDA_ERROR_DOUBLE";
    return CUDA_SUCCESS;
}
CUresult cuGetErrorString(CUresult, const char** text) {
    *text = "the double was told to fail";
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetCount(int* count) {
    *count = 1;
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
CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute which, CUdevice) {
    *value = attribute(which);
    return CUDA_SUCCESS;
}

CUresult cuCtxCreate_v2(CUcontext* context, unsigned, CUdevice) { return dummy(context); }
CUresult cuCtxDestroy_v2(CUcontext) { return CUDA_SUCCESS; }
CUresult cuCtxPushCurrent_v2(CUcontext) { return CUDA_SUCCESS; }
CUresult cuCtxPopCurrent_v2(CUcontext*) { return CUDA_SUCCESS; }
CUresult cuCtxGetDevice(CUdevice* device) { return cuDeviceGet(device, 0); }

CUresult cuModuleLoadDataEx(CUmodule* module, const void*, unsigned, CUjit_option*, void**) {
    return dummy(module);
}
CUresult cuModuleUnload(CUmodule) { return CUDA_SUCCESS; }
CUresult cuModuleGetFunction(CUfunction* function, CUmodule, const char*) {
    return dummy(function);
}
CUresult cuFuncSetAttribute(CUfunction, int, int) { return CUDA_SUCCESS; }
CUresult cuFuncGetAttribute(int* value, int, CUfunction) {
    *value = 0;
    return CUDA_SUCCESS;
}
CUresult cuLaunchKernel(CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                        unsigned, CUstream, void**, void**) {
    return CUDA_SUCCESS;
}

CUresult cuMemAlloc_v2(CUdeviceptr* address, size_t bytes) {
    return allocate(reinterpret_cast<void**>(address), bytes);
}
// Waits for the device, as the driver does.
CUresult cuMemFree_v2(CUdeviceptr address) {
    cuStreamSynchronize(nullptr);
    for (const CUstream stream : streams) cuStreamSynchronize(stream);
    release(reinterpret_cast<void*>(address));
    return CUDA_SUCCESS;
}
CUresult cuMemHostAlloc(void** address, size_t bytes, unsigned) {
    const CUresult result = allocate(address, bytes);
    if (result == CUDA_SUCCESS) pinned[reinterpret_cast<uintptr_t>(*address)] = bytes;
    return result;
}
CUresult cuMemFreeHost(void* address) {
    pinned.erase(reinterpret_cast<uintptr_t>(address));
    release(address);
    return CUDA_SUCCESS;
}
CUresult cuPointerGetAttribute(void* value, int, CUdeviceptr address) {
    if (!is_pinned(reinterpret_cast<const void*>(address))) return invalid_value;
    const unsigned type = CU_MEMORYTYPE_HOST;
    std::memcpy(value, &type, sizeof type);
    return CUDA_SUCCESS;
}

CUresult cuMemsetD8Async(CUdeviceptr address, unsigned char value, size_t bytes, CUstream stream) {
    return put(stream, [=](bool) {
        std::memset(reinterpret_cast<void*>(address), value, bytes);
        return true;
    });
}
CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream) {
    return put(stream, [=](bool) {
        std::memcpy(reinterpret_cast<void*>(to), reinterpret_cast<const void*>(from), bytes);
        return true;
    });
}
// What is uploaded this way lies in the program's own memory, so the driver reads it at once.
CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void* from, size_t bytes, CUstream stream) {
    cuStreamSynchronize(stream);
    std::memcpy(reinterpret_cast<void*>(to), from, bytes);
    return CUDA_SUCCESS;
}
CUresult cuMemcpyDtoHAsync_v2(void* to, CUdeviceptr from, size_t bytes, CUstream stream) {
    return cuMemcpyAsync(reinterpret_cast<CUdeviceptr>(to), from, bytes, stream);
}
CUresult cuMemcpy2DAsync_v2(const CUDA_MEMCPY2D* given, CUstream stream) {
    if (state.fail_after == 0) return out_of_luck;
    if (state.fail_after > 0) --state.fail_after;
    CUDA_MEMCPY2D copy = *given;
    const bool from_host = copy.srcMemoryType == CU_MEMORYTYPE_HOST;
    const bool to_host = copy.dstMemoryType == CU_MEMORYTYPE_HOST;
    if (!from_host) copy.srcHost = reinterpret_cast<const void*>(copy.srcDevice);
    if (!to_host) copy.dstHost = reinterpret_cast<void*>(copy.dstDevice);
    const bool pageable = (from_host && !is_pinned(copy.srcHost)) ||
                          (to_host && !is_pinned(copy.dstHost));
    if (pageable) ++state.pageable_copies;
    put(stream, [copy](bool) {
        copy_now(copy);
        return true;
    });
    // The driver has such memory read, or written, when the call returns.
    return pageable ? cuStreamSynchronize(stream) : CUDA_SUCCESS;
}

CUresult cuStreamCreate(CUstream* stream, unsigned) {
    *stream = new CUstream_st;
    streams.insert(*stream);
    if (state.eager) eager_streams.insert(*stream);
    return CUDA_SUCCESS;
}
CUresult cuStreamDestroy_v2(CUstream stream) {
    cuStreamSynchronize(stream);
    eager_streams.erase(stream);
    streams.erase(stream);
    delete stream;
    return CUDA_SUCCESS;
}
CUresult cuStreamSynchronize(CUstream stream) {
    if (!stream_of(stream).queue.empty()) ++state.waits;
    while (run_one(stream_of(stream), true)) run_eager();
    return CUDA_SUCCESS;
}
CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned) {
    const int recorded = event->recorded;
    return put(stream, [=](bool must) {
        if (must) run_until(event, recorded);
        return event->done >= recorded;
    });
}

CUresult cuEventCreate(CUevent* event, unsigned) {
    *event = &events.emplace_back();
    return CUDA_SUCCESS;
}
CUresult cuEventDestroy_v2(CUevent event) {
    run_until(event, event->recorded);
    return CUDA_SUCCESS;
}
CUresult cuEventRecord(CUevent event, CUstream stream) {
    event->stream = stream;
    const int recorded = ++event->recorded;
    return put(stream, [=](bool) {
        event->done = recorded;
        return true;
    });
}
CUresult cuEventSynchronize(CUevent event) {
    if (event->done < event->recorded) ++state.waits;
    run_until(event, event->recorded);
    return CUDA_SUCCESS;
}

// What FFmpeg wants to be there besides, and does not call for what the tests do.
#define TONELIFT_ABSENT(name) \
    CUresult name() { return static_cast<CUresult>(801); }
TONELIFT_ABSENT(cuArray3DCreate_v2)
TONELIFT_ABSENT(cuArrayDestroy)
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
TONELIFT_ABSENT(cuLinkComplete)
TONELIFT_ABSENT(cuLinkCreate)
TONELIFT_ABSENT(cuLinkDestroy)
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
