// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cuda/driver/driver.h"

#include <dlfcn.h>

#include "kernels/error.h"
#include "kernels/lasting.h"

namespace tonelift::cuda {
namespace {

constexpr int oldest_driver = 11070;  // 11.7, the oldest CUDA version whose driver accepts PTX 7.7

struct Loaded {
    Driver functions{};
    std::string trouble;
};

std::string load_functions(Driver& functions) {
    void* library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return "no NVIDIA driver is installed here (libcuda.so.1 is missing)";
#define TONELIFT_CUDA_LOAD(member, symbol, type) \
    functions.member = reinterpret_cast<type*>(dlsym(library, symbol));
    TONELIFT_CUDA_FUNCTIONS(TONELIFT_CUDA_LOAD)
#undef TONELIFT_CUDA_LOAD
#define TONELIFT_CUDA_MISSED(member, symbol, type) \
    if (functions.member == nullptr)               \
        return "the NVIDIA driver is too old: it has no " symbol "; update it";
    TONELIFT_CUDA_FUNCTIONS(TONELIFT_CUDA_MISSED)
#undef TONELIFT_CUDA_MISSED
    return "";
}

std::string start(Driver& functions) {
    int devices = 0;
    if (functions.driver_version(&functions.version) != CUDA_SUCCESS) functions.version = 0;
    if (functions.version < oldest_driver) {
        return "the NVIDIA driver is too old: it is for CUDA " + version_text(functions.version) +
               ", and " + version_text(oldest_driver) + " or newer is needed; update it";
    }
    const CUresult result = functions.init(0);
    const char* name = nullptr;
    if (result != CUDA_SUCCESS) {
        functions.error_name(result, &name);
        return std::string("the NVIDIA driver does not start (") + (name ? name : "unknown error") +
               ")";
    }
    if (functions.device_count(&devices) != CUDA_SUCCESS || devices == 0)
        return "the NVIDIA driver finds no GPU";
    return "";
}

Loaded load() {
    Loaded loaded;
    loaded.trouble = load_functions(loaded.functions);
    if (loaded.trouble.empty()) loaded.trouble = start(loaded.functions);
    return loaded;
}

// CUresult codes for which advice() has a specific text. dynlink_cuda.h does not declare all of
// these codes.
enum : int {
    invalid_value = 1,
    out_of_memory = 2,
    invalid_ptx = 218,
    no_binary_for_gpu = 209,
    unsupported_ptx_version = 222,
    context_destroyed = 709,
    invalid_context = 201
};

const char* advice(int result) {
    switch (result) {
        case out_of_memory:
            return "use a smaller batch, close other programs that use the GPU, or set device=cpu";
        case unsupported_ptx_version:
        case no_binary_for_gpu:
            return "update the NVIDIA driver, or set device=cpu";
        case context_destroyed:
        case invalid_context:
            return "the CUDA context of these frames no longer exists; create a new filter with "
                   "the new context";
        default:
            return "the GPU may have been lost; create a new filter, or set device=cpu";
    }
}

}  // namespace

const Driver& driver() {
    static const auto& loaded = lasting(load);
    if (!loaded.trouble.empty()) {
        throw Error(Failure::unsupported, loaded.trouble + "; set device=cpu to run without a GPU");
    }
    return loaded.functions;
}

void check(CUresult result, const std::string& doing) {
    if (result == CUDA_SUCCESS) return;
    const char *name = nullptr, *text = nullptr;
    driver().error_name(result, &name);
    driver().error_string(result, &text);
    const auto number = static_cast<int>(result);
    const std::string what = std::string(text ? text : "unknown error") + " (" +
                             (name ? name : std::to_string(number)) + ")";
    throw Error(number == out_of_memory ? Failure::out_of_memory : Failure::device,
                "CUDA, " + doing + ": " + what + "; " + advice(number));
}

}  // namespace tonelift::cuda
