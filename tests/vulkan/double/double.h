// SPDX-License-Identifier: BSD-2-Clause
//
// Controls the double of the Vulkan loader. The double passes all calls to the real loader, except
// for the changes that a test requests.
#pragma once

#include <vulkan/vulkan_core.h>

#include <optional>

namespace tonelift::vulkan_double {

constexpr long never = -1;

struct Controls {
    VkResult instance = VK_SUCCESS;            // result of vkCreateInstance
    uint32_t gpus = 1;                         // number of GPUs, all identical
    std::optional<uint32_t> listed_gpus = {};  // size of the list if not `gpus`
    VkPhysicalDeviceType type = VK_PHYSICAL_DEVICE_TYPE_CPU;
    uint32_t version = VK_API_VERSION_1_3;   // API version of the GPUs
    const char* missing = nullptr;           // feature that the GPUs lack
    const char* missing_function = nullptr;  // function that the GPUs lack
    uint32_t copy_queues = 0;                // queues of a family that only copies; 0: no family
    uint32_t invocations = 1024;             // largest number per workgroup
    uint32_t shared_bytes = 32768;           // largest size per workgroup
    // Numbers of calls that succeed before one fails. `never`: all succeed.
    long allocations = never;  // failure: out of memory
    long submissions = never;  // failure: device lost
    long waits = never;        // failure: device lost
    // Number of objects that are not destroyed: buffers, memory, pipelines, modules, pools,
    // semaphores, devices, instances.
    long objects = 0;
    long instances = 0;  // number of live instances, of all tests, after the last change
    long allocated = 0;  // number of allocations so far
    long submitted = 0;  // number of submissions so far
    long copied = 0;     // number of submissions to queues that only copy
    long awaited = 0;    // number of semaphores that submissions waited for
    // Counts semaphore values that the host had not waited for. For each submission, these are the
    // values that it waits for, and the values that earlier submissions signal.
    long unseen = 0;
    long compiled = 0;  // number of pipelines created without cached machine code
    long reused = 0;    // number of pipelines created from cached machine code
};

// Name of the function in the loaded double.
constexpr const char* controls_symbol = "tonelift_vulkan_double";
using ControlsFunction = Controls*();

}  // namespace tonelift::vulkan_double
