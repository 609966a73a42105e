// SPDX-License-Identifier: BSD-2-Clause
#include "tests/vulkan/double/double.h"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <mutex>
#include <string_view>

namespace tonelift::vulkan_double {
namespace {

Controls controls;

PFN_vkGetInstanceProcAddr real_loader() {
    static const auto function = reinterpret_cast<PFN_vkGetInstanceProcAddr>(
        dlsym(dlopen(TONELIFT_VULKAN_LOADER, RTLD_NOW | RTLD_LOCAL), "vkGetInstanceProcAddr"));
    return function;
}

std::map<std::string_view, PFN_vkVoidFunction>& real_functions() {
    static std::map<std::string_view, PFN_vkVoidFunction> functions;
    return functions;
}
std::mutex mutex;
std::mutex submission_mutex;

template <typename F>
F real(std::string_view name) {
    const std::lock_guard lock(mutex);
    return reinterpret_cast<F>(real_functions().at(name));
}

bool fails(long& left) {
    const std::lock_guard lock(mutex);
    if (left == never) return false;
    if (left == 0) return true;
    --left;
    return false;
}

VkResult counted(VkResult result) {
    const std::lock_guard lock(mutex);
    if (result == VK_SUCCESS) ++controls.objects;
    return result;
}

void count_instances(long change) {
    const std::lock_guard lock(mutex);
    static long live = 0;
    controls.instances = live += change;
}

VKAPI_ATTR VkResult VKAPI_CALL CreateInstance(const VkInstanceCreateInfo* info,
                                              const VkAllocationCallbacks* callbacks,
                                              VkInstance* instance) {
    if (controls.instance != VK_SUCCESS) return controls.instance;
    const VkResult result =
        counted(real<PFN_vkCreateInstance>("vkCreateInstance")(info, callbacks, instance));
    if (result == VK_SUCCESS) count_instances(1);
    return result;
}

VKAPI_ATTR VkResult VKAPI_CALL EnumeratePhysicalDevices(VkInstance instance, uint32_t* count,
                                                        VkPhysicalDevice* gpus) {
    *count = gpus == nullptr ? controls.gpus : controls.listed_gpus.value_or(controls.gpus);
    if (gpus != nullptr && *count > 0) {
        VkPhysicalDevice first = nullptr;
        uint32_t one = 1;
        real<PFN_vkEnumeratePhysicalDevices>("vkEnumeratePhysicalDevices")(instance, &one, &first);
        std::fill_n(gpus, *count, first);
    }
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL GetPhysicalDeviceProperties2(VkPhysicalDevice gpu,
                                                        VkPhysicalDeviceProperties2* properties) {
    real<PFN_vkGetPhysicalDeviceProperties2>("vkGetPhysicalDeviceProperties2")(gpu, properties);
    properties->properties.apiVersion = controls.version;
    properties->properties.deviceType = controls.type;
    properties->properties.limits.maxComputeWorkGroupInvocations = controls.invocations;
    properties->properties.limits.maxComputeSharedMemorySize = controls.shared_bytes;
}

VKAPI_ATTR void VKAPI_CALL GetPhysicalDeviceFeatures2(VkPhysicalDevice gpu,
                                                      VkPhysicalDeviceFeatures2* features) {
    real<PFN_vkGetPhysicalDeviceFeatures2>("vkGetPhysicalDeviceFeatures2")(gpu, features);
    const std::string_view missing = controls.missing == nullptr ? "" : controls.missing;
    for (auto* next = static_cast<VkBaseOutStructure*>(features->pNext); next != nullptr;
         next = next->pNext) {
        if (next->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES) {
            auto* v12 = reinterpret_cast<VkPhysicalDeviceVulkan12Features*>(next);
            if (missing == "bufferDeviceAddress") v12->bufferDeviceAddress = VK_FALSE;
            if (missing == "timelineSemaphore") v12->timelineSemaphore = VK_FALSE;
        }
        if (next->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES) {
            auto* v13 = reinterpret_cast<VkPhysicalDeviceVulkan13Features*>(next);
            if (missing == "maintenance4") v13->maintenance4 = VK_FALSE;
            if (missing == "synchronization2") v13->synchronization2 = VK_FALSE;
        }
    }
}

constexpr uint32_t copy_family = 1;
std::array<char, 2> copy_queue_handles;
VkQueue real_queue = VK_NULL_HANDLE;

VkQueue handle_of_copy_queue(uint32_t index) {
    return reinterpret_cast<VkQueue>(&copy_queue_handles.at(index));
}
bool is_copy_queue(VkQueue queue) {
    return queue == handle_of_copy_queue(0) || queue == handle_of_copy_queue(1);
}

VKAPI_ATTR void VKAPI_CALL GetPhysicalDeviceQueueFamilyProperties(
    VkPhysicalDevice gpu, uint32_t* count, VkQueueFamilyProperties* families) {
    const auto get = real<PFN_vkGetPhysicalDeviceQueueFamilyProperties>(
        "vkGetPhysicalDeviceQueueFamilyProperties");
    if (controls.copy_queues == 0) return get(gpu, count, families);
    uint32_t one = 1;
    if (families != nullptr) {
        get(gpu, &one, families);
        families[copy_family] = {VK_QUEUE_TRANSFER_BIT, controls.copy_queues, 64, {1, 1, 1}};
    }
    *count = copy_family + 1;
}

VKAPI_ATTR void VKAPI_CALL GetDeviceQueue2(VkDevice device, const VkDeviceQueueInfo2* info,
                                           VkQueue* queue) {
    if (info->queueFamilyIndex == copy_family) {
        *queue = handle_of_copy_queue(info->queueIndex);
        return;
    }
    real<PFN_vkGetDeviceQueue2>("vkGetDeviceQueue2")(device, info, queue);
    real_queue = *queue;
}

VKAPI_ATTR VkResult VKAPI_CALL AllocateMemory(VkDevice device, const VkMemoryAllocateInfo* info,
                                              const VkAllocationCallbacks* callbacks,
                                              VkDeviceMemory* memory) {
    if (fails(controls.allocations)) return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    ++controls.allocated;
    return counted(real<PFN_vkAllocateMemory>("vkAllocateMemory")(device, info, callbacks, memory));
}

struct Values {
    uint64_t seen = 0;
    uint64_t signaled = 0;
};
std::map<VkSemaphore, Values> semaphores;

void count_unseen(const VkSubmitInfo2& info) {
    for (const auto& [semaphore, values] : semaphores)
        controls.unseen += values.signaled > values.seen ? 1 : 0;
    for (uint32_t i = 0; i < info.waitSemaphoreInfoCount; ++i) {
        const VkSemaphoreSubmitInfo& wait = info.pWaitSemaphoreInfos[i];
        controls.unseen += wait.value > semaphores[wait.semaphore].seen ? 1 : 0;
    }
    for (uint32_t i = 0; i < info.signalSemaphoreInfoCount; ++i) {
        const VkSemaphoreSubmitInfo& signal = info.pSignalSemaphoreInfos[i];
        semaphores[signal.semaphore].signaled = signal.value;
    }
}

VKAPI_ATTR VkResult VKAPI_CALL QueueSubmit2(VkQueue queue, uint32_t count,
                                            const VkSubmitInfo2* infos, VkFence fence) {
    if (fails(controls.submissions)) return VK_ERROR_DEVICE_LOST;
    const std::lock_guard lock(submission_mutex);
    ++controls.submitted;
    for (uint32_t i = 0; i < count; ++i) {
        controls.awaited += infos[i].waitSemaphoreInfoCount;
        count_unseen(infos[i]);
    }
    controls.copied += is_copy_queue(queue) ? 1 : 0;
    return real<PFN_vkQueueSubmit2>("vkQueueSubmit2")(is_copy_queue(queue) ? real_queue : queue,
                                                      count, infos, fence);
}

VKAPI_ATTR VkResult VKAPI_CALL QueueWaitIdle(VkQueue queue) {
    const std::lock_guard lock(submission_mutex);
    return real<PFN_vkQueueWaitIdle>("vkQueueWaitIdle")(is_copy_queue(queue) ? real_queue : queue);
}

VKAPI_ATTR VkResult VKAPI_CALL WaitSemaphores(VkDevice device, const VkSemaphoreWaitInfo* info,
                                              uint64_t timeout) {
    const VkResult waited = real<PFN_vkWaitSemaphores>("vkWaitSemaphores")(device, info, timeout);
    const std::lock_guard lock(submission_mutex);
    for (uint32_t i = 0; i < info->semaphoreCount; ++i) {
        uint64_t& seen = semaphores[info->pSemaphores[i]].seen;
        seen = std::max(seen, info->pValues[i]);
    }
    return fails(controls.waits) ? VK_ERROR_DEVICE_LOST : waited;
}

VKAPI_ATTR VkResult VKAPI_CALL CreateComputePipelines(VkDevice device, VkPipelineCache cache,
                                                      uint32_t count,
                                                      const VkComputePipelineCreateInfo* infos,
                                                      const VkAllocationCallbacks* callbacks,
                                                      VkPipeline* pipelines) {
    return counted(real<PFN_vkCreateComputePipelines>("vkCreateComputePipelines")(
        device, cache, count, infos, callbacks, pipelines));
}

constexpr char machine_code[] = "the machine code of a kernel, longer than the head of such data";

VKAPI_ATTR VkResult VKAPI_CALL GetPipelineCacheData(VkDevice, VkPipelineCache, size_t* bytes,
                                                    void* data) {
    *bytes = sizeof machine_code;
    if (data != nullptr) std::memcpy(data, machine_code, sizeof machine_code);
    return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL CreatePipelineCache(VkDevice device,
                                                   const VkPipelineCacheCreateInfo* info,
                                                   const VkAllocationCallbacks* callbacks,
                                                   VkPipelineCache* cache) {
    VkPipelineCacheCreateInfo empty = *info;
    empty.initialDataSize = 0;
    const bool known = info->initialDataSize == sizeof machine_code &&
                       std::memcmp(info->pInitialData, machine_code, sizeof machine_code) == 0;
    {
        const std::lock_guard lock(mutex);
        ++(known ? controls.reused : controls.compiled);
    }
    return counted(
        real<PFN_vkCreatePipelineCache>("vkCreatePipelineCache")(device, &empty, callbacks, cache));
}

VKAPI_ATTR VkResult VKAPI_CALL CreateDevice(VkPhysicalDevice gpu, const VkDeviceCreateInfo* info,
                                            const VkAllocationCallbacks* callbacks,
                                            VkDevice* device) {
    VkDeviceCreateInfo known = *info;
    known.queueCreateInfoCount = 1;
    return counted(real<PFN_vkCreateDevice>("vkCreateDevice")(gpu, &known, callbacks, device));
}

VKAPI_ATTR VkResult VKAPI_CALL CreateBuffer(VkDevice device, const VkBufferCreateInfo* info,
                                            const VkAllocationCallbacks* callbacks,
                                            VkBuffer* buffer) {
    VkBufferCreateInfo known = *info;
    known.sharingMode = VK_SHARING_MODE_EXCLUSIVE;
    return counted(real<PFN_vkCreateBuffer>("vkCreateBuffer")(device, &known, callbacks, buffer));
}

VKAPI_ATTR VkResult VKAPI_CALL CreateCommandPool(VkDevice device,
                                                 const VkCommandPoolCreateInfo* info,
                                                 const VkAllocationCallbacks* callbacks,
                                                 VkCommandPool* pool) {
    VkCommandPoolCreateInfo known = *info;
    known.queueFamilyIndex = 0;
    return counted(
        real<PFN_vkCreateCommandPool>("vkCreateCommandPool")(device, &known, callbacks, pool));
}

void forget() {
    const std::lock_guard lock(mutex);
    --controls.objects;
}

#define TONELIFT_OBJECT(object)                                                             \
    VKAPI_ATTR VkResult VKAPI_CALL Create##object(                                          \
        VkDevice device, const Vk##object##CreateInfo* info,                                \
        const VkAllocationCallbacks* callbacks, Vk##object* made) {                         \
        return counted(                                                                     \
            real<PFN_vkCreate##object>("vkCreate" #object)(device, info, callbacks, made)); \
    }                                                                                       \
    TONELIFT_DESTROYED(Destroy##object, Vk##object)
#define TONELIFT_DESTROYED(name, type)                                        \
    VKAPI_ATTR void VKAPI_CALL name(VkDevice device, type object,             \
                                    const VkAllocationCallbacks* callbacks) { \
        if (object != VK_NULL_HANDLE) forget();                               \
        real<PFN_vk##name>("vk" #name)(device, object, callbacks);            \
    }
TONELIFT_DESTROYED(DestroyBuffer, VkBuffer)
TONELIFT_OBJECT(ShaderModule)
TONELIFT_OBJECT(PipelineLayout)
TONELIFT_DESTROYED(DestroyCommandPool, VkCommandPool)
TONELIFT_DESTROYED(DestroyPipelineCache, VkPipelineCache)
TONELIFT_DESTROYED(DestroyPipeline, VkPipeline)
TONELIFT_DESTROYED(FreeMemory, VkDeviceMemory)
#undef TONELIFT_OBJECT
#undef TONELIFT_DESTROYED

VKAPI_ATTR VkResult VKAPI_CALL CreateSemaphore(VkDevice device, const VkSemaphoreCreateInfo* info,
                                               const VkAllocationCallbacks* callbacks,
                                               VkSemaphore* made) {
    return counted(real<PFN_vkCreateSemaphore>("vkCreateSemaphore")(device, info, callbacks, made));
}

VKAPI_ATTR void VKAPI_CALL DestroySemaphore(VkDevice device, VkSemaphore semaphore,
                                            const VkAllocationCallbacks* callbacks) {
    {
        const std::lock_guard lock(submission_mutex);
        semaphores.erase(semaphore);
    }
    if (semaphore != VK_NULL_HANDLE) forget();
    real<PFN_vkDestroySemaphore>("vkDestroySemaphore")(device, semaphore, callbacks);
}

VKAPI_ATTR void VKAPI_CALL DestroyDevice(VkDevice device, const VkAllocationCallbacks* callbacks) {
    forget();
    real<PFN_vkDestroyDevice>("vkDestroyDevice")(device, callbacks);
}

VKAPI_ATTR void VKAPI_CALL DestroyInstance(VkInstance instance,
                                           const VkAllocationCallbacks* callbacks) {
    forget();
    count_instances(-1);
    real<PFN_vkDestroyInstance>("vkDestroyInstance")(instance, callbacks);
}

PFN_vkVoidFunction GetDeviceProcAddr(VkDevice device, const char* name);

struct Replacement {
    const char* name;
    PFN_vkVoidFunction function;
};
#define TONELIFT_REPLACED(name) \
    { "vk" #name, reinterpret_cast<PFN_vkVoidFunction>(name) }
const Replacement replacements[] = {TONELIFT_REPLACED(CreateInstance),
                                    TONELIFT_REPLACED(EnumeratePhysicalDevices),
                                    TONELIFT_REPLACED(GetPhysicalDeviceProperties2),
                                    TONELIFT_REPLACED(GetPhysicalDeviceFeatures2),
                                    TONELIFT_REPLACED(GetPhysicalDeviceQueueFamilyProperties),
                                    TONELIFT_REPLACED(GetDeviceQueue2),
                                    TONELIFT_REPLACED(AllocateMemory),
                                    TONELIFT_REPLACED(QueueSubmit2),
                                    TONELIFT_REPLACED(QueueWaitIdle),
                                    TONELIFT_REPLACED(WaitSemaphores),
                                    TONELIFT_REPLACED(CreateComputePipelines),
                                    TONELIFT_REPLACED(CreateDevice),
                                    TONELIFT_REPLACED(CreateBuffer),
                                    TONELIFT_REPLACED(DestroyBuffer),
                                    TONELIFT_REPLACED(CreateShaderModule),
                                    TONELIFT_REPLACED(DestroyShaderModule),
                                    TONELIFT_REPLACED(CreatePipelineLayout),
                                    TONELIFT_REPLACED(DestroyPipelineLayout),
                                    TONELIFT_REPLACED(CreatePipelineCache),
                                    TONELIFT_REPLACED(DestroyPipelineCache),
                                    TONELIFT_REPLACED(CreateCommandPool),
                                    TONELIFT_REPLACED(DestroyCommandPool),
                                    TONELIFT_REPLACED(CreateSemaphore),
                                    TONELIFT_REPLACED(DestroySemaphore),
                                    TONELIFT_REPLACED(DestroyPipeline),
                                    TONELIFT_REPLACED(FreeMemory),
                                    TONELIFT_REPLACED(DestroyDevice),
                                    TONELIFT_REPLACED(DestroyInstance),
                                    TONELIFT_REPLACED(GetDeviceProcAddr),
                                    TONELIFT_REPLACED(GetPipelineCacheData)};
#undef TONELIFT_REPLACED

PFN_vkVoidFunction replaced(const char* name, PFN_vkVoidFunction function) {
    if (function == nullptr) return nullptr;
    for (const Replacement& replacement : replacements) {
        if (std::strcmp(replacement.name, name) != 0) continue;
        const std::lock_guard lock(mutex);
        real_functions()[replacement.name] = function;
        return replacement.function;
    }
    return function;
}

PFN_vkVoidFunction GetDeviceProcAddr(VkDevice device, const char* name) {
    const auto get = real<PFN_vkGetDeviceProcAddr>("vkGetDeviceProcAddr");
    if (controls.missing_function != nullptr && std::strcmp(controls.missing_function, name) == 0)
        return nullptr;
    return replaced(name, get(device, name));
}

}  // namespace

extern "C" Controls* tonelift_vulkan_double() { return &controls; }

extern "C" PFN_vkVoidFunction vkGetInstanceProcAddr(VkInstance instance, const char* name) {
    return replaced(name, real_loader()(instance, name));
}

}  // namespace tonelift::vulkan_double
