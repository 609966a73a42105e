// SPDX-License-Identifier: BSD-2-Clause
#include "tests/gstreamer/cuda_library.h"

#include <dlfcn.h>

#include "kernels/cuda/driver/driver.h"

namespace tonelift {
namespace {

using cuda::driver;

template <typename Function>
Function* function_of(const char* library, const char* name) {
    void* module = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    return module != nullptr ? reinterpret_cast<Function*>(dlsym(module, name)) : nullptr;
}

template <typename Function>
Function* gst_cuda(const char* name) {
    return function_of<Function>("libgstcuda-1.0.so.0", name);
}

class Current {
  public:
    explicit Current(const Context& context) {
        const auto handle = gst_cuda<gpointer(GstObject*)>("gst_cuda_context_get_handle");
        EXPECT_EQ(driver().context_push(static_cast<CUcontext>(handle(context.get()))),
                  CUDA_SUCCESS);
    }
    ~Current() {
        CUcontext popped = nullptr;
        driver().context_pop(&popped);
    }
    Current(const Current&) = delete;
    Current& operator=(const Current&) = delete;
};

struct CudaMemory {
    GstMemory memory;
    GstObject* context;
};

}  // namespace

// Returns null without a driver, because libgstcuda's other functions can then end the process.
Context new_cuda_context(guint device) {
    const auto load = gst_cuda<gboolean()>("gst_cuda_load_library");
    const auto make = gst_cuda<GstObject*(guint)>("gst_cuda_context_new");
    return Context(load != nullptr && make != nullptr && load() ? make(device) : nullptr);
}

GstObject* context_of(GstBuffer* buffer) {
    return reinterpret_cast<CudaMemory*>(gst_buffer_peek_memory(buffer, 0))->context;
}

Pool new_cuda_pool(const Context& context, Frames frames) {
    const auto make = gst_cuda<GstBufferPool*(GstObject*)>("gst_cuda_buffer_pool_new");
    Pool pool(make(context.get()));
    EXPECT_TRUE(gst_buffer_pool_set_config(pool.get(), config_for_input(pool.get(), frames)));
    return pool;
}

size_t free_memory(const Context& context) {
    const Current current(context);
    const auto ask = function_of<CUresult(size_t*, size_t*)>("libcuda.so.1", "cuMemGetInfo_v2");
    size_t free = 0, all = 0;
    EXPECT_EQ(ask(&free, &all), CUDA_SUCCESS);
    return free;
}

MemoryHog::MemoryHog(const Context& context, size_t left) : context_(context) {
    size_t free = free_memory(context);
    const Current current(context);
    // If memory is fragmented, the largest possible allocation is smaller than the free memory.
    constexpr size_t step = size_t{16} << 20;
    while (free > left + step && memory_ == 0) {
        if (driver().memory_allocate(&memory_, free - left) != CUDA_SUCCESS) free -= step;
    }
    EXPECT_NE(memory_, 0u);
}

MemoryHog::~MemoryHog() {
    const Current current(context_);
    EXPECT_EQ(driver().memory_free(memory_), CUDA_SUCCESS);
}

void break_context(const Context& context) {
    static const char* text =
        ".version 6.3\n.target sm_75\n.address_size 64\n"
        ".visible .entry fail() { trap; }\n";
    const Current current(context);
    CUmodule module = nullptr;
    CUfunction function = nullptr;
    EXPECT_EQ(driver().module_load(&module, text, 0, nullptr, nullptr), CUDA_SUCCESS);
    EXPECT_EQ(driver().module_function(&function, module, "fail"), CUDA_SUCCESS);
    EXPECT_EQ(driver().launch(function, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr),
              CUDA_SUCCESS);
    EXPECT_NE(driver().stream_synchronize(nullptr), CUDA_SUCCESS);
}

}  // namespace tonelift
