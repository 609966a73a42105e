// SPDX-License-Identifier: BSD-2-Clause
#include "tests/cuda/driver_double.h"

#include <ffnvcodec/dynlink_cuda.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "kernels/cuda/driver/driver.h"
#include "tests/cuda/driver_double_launches.h"

namespace {

using tonelift::cuda::KernelNode;

constexpr auto out_of_luck = static_cast<CUresult>(719);  // CUDA_ERROR_LAUNCH_FAILED
constexpr auto no_memory = static_cast<CUresult>(2);
constexpr auto invalid_image = static_cast<CUresult>(200);
constexpr auto invalid_context = static_cast<CUresult>(201);
constexpr auto context_destroyed = static_cast<CUresult>(709);

DriverDouble working() {
    DriverDouble result{};
    result.fail_after = result.allocations_left = result.launches_left = result.writes_left = -1;
    result.version = 13000;
    result.devices = 1;
    result.compute_major = 9;
    return result;
}

DriverDouble state = working();

}  // namespace

struct CUevent_st {
    CUstream stream = nullptr;
    int recorded = 0;
    int done = 0;
};

using Work = std::function<bool(bool must)>;

struct CUstream_st {
    std::deque<Work> queue;
    bool busy = false;
};

namespace {

CUstream_st default_stream;
std::set<CUstream> streams;
std::set<CUstream> eager_streams;
std::deque<CUevent_st> events;
std::map<uintptr_t, size_t> pinned;
std::set<CUcontext> lost;
std::set<CUcontext> destroyed;
std::map<void*, CUcontext> memory;
std::map<uintptr_t, size_t> pieces;
std::map<void*, CUcontext> modules;
std::map<void*, CUcontext> stream_owners;
std::map<void*, CUcontext> event_owners;
std::map<void*, std::string> texts;
std::map<void*, std::string> kernels;
thread_local std::vector<CUcontext> entered;
std::recursive_mutex door;

bool succeeds(int& left) {
    if (left == 0) return false;
    if (left > 0) --left;
    return true;
}

CUresult trouble() {
    return !entered.empty() && lost.count(entered.back()) > 0 ? out_of_luck : CUDA_SUCCESS;
}

CUstream_st& stream_of(CUstream stream) { return stream != nullptr ? *stream : default_stream; }

bool run_one(CUstream_st& stream, bool must) {
    if (stream.queue.empty() || stream.busy) return false;
    stream.busy = true;
    const bool done = stream.queue.front()(must);
    stream.busy = false;
    if (done) stream.queue.pop_front();
    return done;
}

void run_eager() {
    for (const CUstream stream : eager_streams) {
        while (run_one(*stream, false)) {
        }
    }
}

void run_until(CUevent event, int recorded) {
    while (event->done < recorded && run_one(stream_of(event->stream), true)) run_eager();
}

CUresult put(CUstream on, Work work) {
    const Inside inside(door);
    if (trouble() != CUDA_SUCCESS) return trouble();
    stream_of(on).queue.push_back(std::move(work));
    run_eager();
    return CUDA_SUCCESS;
}

std::map<uintptr_t, size_t>::const_iterator find_block(const std::map<uintptr_t, size_t>& blocks,
                                                       uintptr_t address) {
    auto block = blocks.upper_bound(address);
    if (block == blocks.begin()) return blocks.end();
    --block;
    return address < block->first + block->second ? block : blocks.end();
}

bool is_pinned(const void* address) {
    return find_block(pinned, reinterpret_cast<uintptr_t>(address)) != pinned.end();
}

CUresult allocate(void** address, size_t bytes) {
    const Inside inside(door);
    if (entered.empty()) return invalid_context;
    if (trouble() != CUDA_SUCCESS) return trouble();
    if (!succeeds(state.allocations_left)) return no_memory;
    *address = std::aligned_alloc(256, (bytes + 255) / 256 * 256);
    if (*address == nullptr) return no_memory;
    std::memset(*address, 0xA5, bytes);
    ++state.allocations;
    ++state.live_allocations;
    memory[*address] = entered.back();
    pieces[reinterpret_cast<uintptr_t>(*address)] = bytes;
    return CUDA_SUCCESS;
}

void release(void* address) {
    const Inside inside(door);
    memory.erase(address);
    pieces.erase(reinterpret_cast<uintptr_t>(address));
    std::free(address);
    --state.live_allocations;
}

std::vector<void*> things_of(CUcontext context, const std::map<void*, CUcontext>& all) {
    std::vector<void*> things;
    for (const auto& [thing, owner] : all) {
        if (owner == context) things.push_back(thing);
    }
    state.left_behind += static_cast<int>(things.size());
    return things;
}

void copy_now(const CUDA_MEMCPY2D& copy) {
    const auto* from = static_cast<const std::byte*>(copy.srcHost);
    auto* to = static_cast<std::byte*>(copy.dstHost);
    for (size_t row = 0; row < copy.Height; ++row)
        std::memcpy(to + row * copy.dstPitch, from + row * copy.srcPitch, copy.WidthInBytes);
}

template <typename Handle>
CUresult make(Handle* handle, int& live) {
    const Inside inside(door);
    static uintptr_t made = 0;
    *handle = reinterpret_cast<Handle>(++made);
    ++live;
    return CUDA_SUCCESS;
}

CUresult unmake(int& live) {
    const Inside inside(door);
    --live;
    return CUDA_SUCCESS;
}

}  // namespace

extern "C" {

DriverDouble* tonelift_driver_double() { return &state; }
void tonelift_driver_double_drop_work() { default_stream.queue.clear(); }
void tonelift_driver_double_piece(uintptr_t address, uintptr_t* begin, size_t* bytes) {
    const Inside inside(door);
    const auto piece = find_block(pieces, address);
    *begin = piece != pieces.end() ? piece->first : 0;
    *bytes = piece != pieces.end() ? piece->second : 0;
}

CUresult cuStreamSynchronize(CUstream stream);
CUresult cuStreamDestroy_v2(CUstream stream);
CUresult cuEventDestroy_v2(CUevent event);
CUresult cuCtxPushCurrent_v2(CUcontext context);
CUresult cuModuleUnload(CUmodule module);

CUresult cuCtxCreate_v2(CUcontext* context, unsigned, CUdevice) {
    make(context, state.live_contexts);
    return cuCtxPushCurrent_v2(*context);
}
CUresult cuCtxDestroy_v2(CUcontext context) {
    const Inside inside(door);
    lost.erase(context);
    destroyed.insert(context);
    for (void* stream : things_of(context, stream_owners))
        cuStreamDestroy_v2(static_cast<CUstream>(stream));
    for (void* event : things_of(context, event_owners))
        cuEventDestroy_v2(static_cast<CUevent>(event));
    for (void* address : things_of(context, memory)) release(address);
    for (void* module : things_of(context, modules)) cuModuleUnload(static_cast<CUmodule>(module));
    return unmake(state.live_contexts);
}
CUresult cuCtxPushCurrent_v2(CUcontext context) {
    const Inside inside(door);
    if (destroyed.count(context) > 0) return context_destroyed;
    entered.push_back(context);
    ++state.entered;
    return CUDA_SUCCESS;
}
CUresult cuCtxPopCurrent_v2(CUcontext* context) {
    const Inside inside(door);
    if (entered.empty()) return invalid_context;
    *context = entered.back();
    entered.pop_back();
    --state.entered;
    return CUDA_SUCCESS;
}
CUresult cuCtxGetApiVersion(CUcontext context, unsigned* version) {
    const Inside inside(door);
    *version = 3020;
    return destroyed.count(context) > 0 ? invalid_context : CUDA_SUCCESS;
}

CUresult cuModuleLoadDataEx(CUmodule* module, const void* text, unsigned, CUjit_option*, void**) {
    if (entered.empty()) return invalid_context;
    const Inside inside(door);
    if (state.loads_refused > 0) {
        --state.loads_refused;
        return invalid_image;
    }
    make(module, state.live_modules);
    modules[*module] = entered.back();
    if (state.prepare != nullptr) texts[*module] = static_cast<const char*>(text);
    return CUDA_SUCCESS;
}
CUresult cuModuleUnload(CUmodule module) {
    const Inside inside(door);
    modules.erase(module);
    texts.erase(module);
    return unmake(state.live_modules);
}
CUresult cuModuleGetFunction(CUfunction* function, CUmodule module, const char* name) {
    const Inside inside(door);
    kernels[module] = name;
    *function = reinterpret_cast<CUfunction>(module);
    return CUDA_SUCCESS;
}
CUresult cuFuncSetAttribute(CUfunction, int, int) { return CUDA_SUCCESS; }
CUresult cuFuncGetAttribute(int* value, int, CUfunction) {
    *value = 0;
    return CUDA_SUCCESS;
}

}  // extern "C"

std::recursive_mutex& driver_door() { return door; }

PreparedLaunch prepare_launch(const KernelNode& what) {
    const Inside inside(door);
    if (state.prepare == nullptr) return nullptr;
    const DoubleLaunch launch = {texts[what.function].c_str(),
                                 kernels[what.function].c_str(),
                                 {what.grid_x, what.grid_y, what.grid_z},
                                 {what.block_x, what.block_y, what.block_z},
                                 what.shared_bytes,
                                 what.parameters};
    return {state.prepare(&launch), [](void* prepared) {
                if (state.forget != nullptr) state.forget(prepared);
            }};
}

CUresult enqueue_launch(const PreparedLaunch& prepared, CUstream stream) {
    const Inside inside(door);
    if (entered.empty()) return invalid_context;
    if (trouble() != CUDA_SUCCESS) return trouble();
    ++state.launches;
    if (!succeeds(state.launches_left)) {
        lost.insert(entered.back());
        return out_of_luck;
    }
    if (prepared == nullptr) return CUDA_SUCCESS;
    return put(stream, [prepared](bool) {
        state.run(prepared.get());
        return true;
    });
}

CUresult take_allocation() {
    const Inside inside(door);
    return succeeds(state.allocations_left) ? CUDA_SUCCESS : no_memory;
}

extern "C" {

CUresult cuMemAlloc_v2(CUdeviceptr* address, size_t bytes) {
    return allocate(reinterpret_cast<void**>(address), bytes);
}
CUresult cuMemFree_v2(CUdeviceptr address) {
    const Inside inside(door);
    cuStreamSynchronize(nullptr);
    for (const CUstream stream : streams) cuStreamSynchronize(stream);
    release(reinterpret_cast<void*>(address));
    return CUDA_SUCCESS;
}
CUresult cuMemHostAlloc(void** address, size_t bytes, unsigned) {
    const Inside inside(door);
    const CUresult result = allocate(address, bytes);
    if (result == CUDA_SUCCESS) pinned[reinterpret_cast<uintptr_t>(*address)] = bytes;
    return result;
}
CUresult cuMemFreeHost(void* address) {
    const Inside inside(door);
    pinned.erase(reinterpret_cast<uintptr_t>(address));
    release(address);
    return CUDA_SUCCESS;
}
CUresult cuPointerGetAttribute(void* value, int, CUdeviceptr address) {
    const Inside inside(door);
    if (!is_pinned(reinterpret_cast<const void*>(address))) return invalid_value;
    const unsigned type = CU_MEMORYTYPE_HOST;
    std::memcpy(value, &type, sizeof type);
    return CUDA_SUCCESS;
}

CUresult cuMemsetD8Async(CUdeviceptr address, unsigned char value, size_t bytes, CUstream stream) {
    const Inside inside(door);
    if (!succeeds(state.writes_left)) return out_of_luck;
    return put(stream, [=](bool) {
        std::memset(reinterpret_cast<void*>(address), value, bytes);
        return true;
    });
}
CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream) {
    const Inside inside(door);
    if (!succeeds(state.writes_left)) return out_of_luck;
    return put(stream, [=](bool) {
        std::memcpy(reinterpret_cast<void*>(to), reinterpret_cast<const void*>(from), bytes);
        return true;
    });
}
// Like the real driver, reads pageable memory before it returns.
CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void* from, size_t bytes, CUstream stream) {
    const Inside inside(door);
    if (!succeeds(state.writes_left)) return out_of_luck;
    cuStreamSynchronize(stream);
    std::memcpy(reinterpret_cast<void*>(to), from, bytes);
    return CUDA_SUCCESS;
}
CUresult cuMemcpyDtoHAsync_v2(void* to, CUdeviceptr from, size_t bytes, CUstream stream) {
    return cuMemcpyAsync(reinterpret_cast<CUdeviceptr>(to), from, bytes, stream);
}
CUresult cuMemcpy2DAsync_v2(const CUDA_MEMCPY2D* given, CUstream stream) {
    const Inside inside(door);
    if (!succeeds(state.fail_after)) return out_of_luck;
    CUDA_MEMCPY2D copy = *given;
    const bool from_host = copy.srcMemoryType == CU_MEMORYTYPE_HOST;
    const bool to_host = copy.dstMemoryType == CU_MEMORYTYPE_HOST;
    if (!from_host) copy.srcHost = reinterpret_cast<const void*>(copy.srcDevice);
    if (!to_host) copy.dstHost = reinterpret_cast<void*>(copy.dstDevice);
    const bool pageable =
        (from_host && !is_pinned(copy.srcHost)) || (to_host && !is_pinned(copy.dstHost));
    if (pageable) ++state.pageable_copies;
    put(stream, [copy](bool) {
        copy_now(copy);
        return true;
    });
    return pageable ? cuStreamSynchronize(stream) : CUDA_SUCCESS;
}

CUresult cuStreamCreate(CUstream* stream, unsigned) {
    const Inside inside(door);
    *stream = new CUstream_st;
    ++state.live_streams;
    stream_owners[*stream] = entered.back();
    streams.insert(*stream);
    if (state.eager) eager_streams.insert(*stream);
    return CUDA_SUCCESS;
}
CUresult cuStreamDestroy_v2(CUstream stream) {
    const Inside inside(door);
    cuStreamSynchronize(stream);
    eager_streams.erase(stream);
    streams.erase(stream);
    stream_owners.erase(stream);
    delete stream;
    return unmake(state.live_streams);
}
CUresult cuStreamSynchronize(CUstream stream) {
    const Inside inside(door);
    if (!stream_of(stream).queue.empty()) ++state.waits;
    while (run_one(stream_of(stream), true)) run_eager();
    return CUDA_SUCCESS;
}
CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned) {
    const Inside inside(door);
    const int recorded = event->recorded;
    return put(stream, [=](bool must) {
        if (must) run_until(event, recorded);
        return event->done >= recorded;
    });
}

CUresult cuEventCreate(CUevent* event, unsigned) {
    const Inside inside(door);
    *event = &events.emplace_back();
    ++state.live_events;
    event_owners[*event] = entered.back();
    return CUDA_SUCCESS;
}
CUresult cuEventDestroy_v2(CUevent event) {
    const Inside inside(door);
    run_until(event, event->recorded);
    event_owners.erase(event);
    return unmake(state.live_events);
}
CUresult cuEventRecord(CUevent event, CUstream stream) {
    const Inside inside(door);
    event->stream = stream;
    const int recorded = ++event->recorded;
    return put(stream, [=](bool) {
        event->done = recorded;
        return true;
    });
}
CUresult cuEventSynchronize(CUevent event) {
    const Inside inside(door);
    if (event->done < event->recorded) ++state.waits;
    run_until(event, event->recorded);
    return CUDA_SUCCESS;
}

}  // extern "C"
