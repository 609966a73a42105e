// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/vulkan/driver/driver.h"

#include <dlfcn.h>

#include "kernels/error.h"
#include "kernels/lasting.h"

namespace tonelift::vulkan {
namespace {

constexpr uint32_t oldest_version = VK_API_VERSION_1_3;

struct Loaded {
    Loader functions{};
    std::string trouble;
};

std::string load_functions(Loader& functions) {
    void* library = dlopen("libvulkan.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return "no Vulkan loader is installed here (libvulkan.so.1 is missing)";
    functions.GetInstanceProcAddr =
        reinterpret_cast<PFN_vkGetInstanceProcAddr>(dlsym(library, "vkGetInstanceProcAddr"));
    if (functions.GetInstanceProcAddr == nullptr)
        return "libvulkan.so.1 is not a Vulkan loader: it has no vkGetInstanceProcAddr";
#define TONELIFT_VULKAN_LOAD(name)                                                          \
    functions.name =                                                                        \
        reinterpret_cast<PFN_vk##name>(functions.GetInstanceProcAddr(nullptr, "vk" #name)); \
    if (functions.name == nullptr)                                                          \
        return "the Vulkan loader is too old: it has no vk" #name "; update it";
    TONELIFT_VULKAN_GLOBAL_FUNCTIONS(TONELIFT_VULKAN_LOAD)
#undef TONELIFT_VULKAN_LOAD
    uint32_t version = 0;
    functions.EnumerateInstanceVersion(&version);
    if (version < oldest_version)
        return "the Vulkan loader is too old: it is for Vulkan " + version_text(version) +
               ", and " + version_text(oldest_version) + " or newer is needed; update it";
    return "";
}

Loaded load() {
    Loaded loaded;
    loaded.trouble = load_functions(loaded.functions);
    return loaded;
}

const char* name_of_result(VkResult result) {
    switch (result) {
        case VK_ERROR_OUT_OF_HOST_MEMORY:
            return "out of host memory";
        case VK_ERROR_OUT_OF_DEVICE_MEMORY:
            return "out of device memory";
        case VK_ERROR_INITIALIZATION_FAILED:
            return "initialization failed";
        case VK_ERROR_DEVICE_LOST:
            return "the device is lost";
        case VK_ERROR_TOO_MANY_OBJECTS:
            return "too many objects";
        case VK_ERROR_INCOMPATIBLE_DRIVER:
            return "no driver for Vulkan is installed";
        default:
            return "error of the driver";
    }
}

bool is_out_of_memory(VkResult result) {
    return result == VK_ERROR_OUT_OF_HOST_MEMORY || result == VK_ERROR_OUT_OF_DEVICE_MEMORY ||
           result == VK_ERROR_TOO_MANY_OBJECTS;
}

const char* advice(VkResult result) {
    if (is_out_of_memory(result))
        return "use a smaller batch, close other programs that use the GPU, or set device=cpu";
    if (result == VK_ERROR_INCOMPATIBLE_DRIVER || result == VK_ERROR_INITIALIZATION_FAILED)
        return "install the driver of the GPU (for Debian: mesa-vulkan-drivers), or set device=cpu";
    return "the GPU may have been lost; create a new filter, or set device=cpu";
}

}  // namespace

const Loader& loader() {
    static const auto& loaded = lasting(load);
    if (!loaded.trouble.empty())
        throw Error(Failure::unsupported, loaded.trouble + "; set device=cpu to run without a GPU");
    return loaded.functions;
}

InstanceFunctions functions_of(PFN_vkGetInstanceProcAddr get, VkInstance instance) {
    InstanceFunctions functions{};
#define TONELIFT_VULKAN_LOAD(name) \
    functions.name = reinterpret_cast<PFN_vk##name>(get(instance, "vk" #name));
    TONELIFT_VULKAN_INSTANCE_FUNCTIONS(TONELIFT_VULKAN_LOAD)
#undef TONELIFT_VULKAN_LOAD
    return functions;
}

DeviceFunctions functions_of(const InstanceFunctions& instance, VkDevice device) {
    DeviceFunctions functions{};
#define TONELIFT_VULKAN_LOAD(name)                                                      \
    functions.name =                                                                    \
        reinterpret_cast<PFN_vk##name>(instance.GetDeviceProcAddr(device, "vk" #name)); \
    if (functions.name == nullptr)                                                      \
        throw Error(Failure::unsupported,                                               \
                    "the Vulkan device has no vk" #name "; update its driver, or set device=cpu");
    TONELIFT_VULKAN_DEVICE_FUNCTIONS(TONELIFT_VULKAN_LOAD)
#undef TONELIFT_VULKAN_LOAD
    return functions;
}

void check(VkResult result, const std::string& doing) {
    if (result == VK_SUCCESS) return;
    const Failure failure =
        is_out_of_memory(result) ? Failure::out_of_memory
        : result == VK_ERROR_INCOMPATIBLE_DRIVER || result == VK_ERROR_INITIALIZATION_FAILED
            ? Failure::unsupported
            : Failure::device;
    throw Error(failure, "Vulkan, " + doing + ": " + name_of_result(result) + " (VkResult " +
                             std::to_string(static_cast<int>(result)) + "); " + advice(result));
}

}  // namespace tonelift::vulkan
