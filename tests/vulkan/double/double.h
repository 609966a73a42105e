// SPDX-License-Identifier: BSD-2-Clause
//
// Control of the double of the Vulkan loader, which hands everything to the real one except what a
// test asks it to change.
#pragma once

#include <vulkan/vulkan_core.h>

#include <optional>

namespace tonelift::vulkan_double {

constexpr long never = -1;

struct Controls {
    VkResult instance = VK_SUCCESS;            // result of vkCreateInstance
    uint32_t gpus = 1;                         // number of GPUs, all the same one
    std::optional<uint32_t> listed_gpus = {};  // number when they are listed, if it has changed
    VkPhysicalDeviceType type = VK_PHYSICAL_DEVICE_TYPE_CPU;
    uint32_t version = VK_API_VERSION_1_3;   // of the GPUs
    const char* missing = nullptr;           // feature that they lack
    const char* missing_function = nullptr;  // that they lack
    uint32_t invocations = 1024;             // per workgroup
    uint32_t shared_bytes = 32768;           // per workgroup
    // The calls that succeed before one fails, or `never`.
    long allocations = never;  // fails: no memory
    long submissions = never;  // fails: device lost
    long waits = never;        // likewise
    // Objects that exist: buffers, memory, pipelines, modules, pools, semaphores, devices,
    // instances.
    long objects = 0;
    long allocated = 0;  // allocations so far
    long submitted = 0;  // submissions so far
    long compiled = 0;   // pipelines made without machine code of an earlier one
    long reused = 0;     // pipelines made with it
};

// Found by name in the loaded double.
constexpr const char* controls_symbol = "tonelift_vulkan_double";
using ControlsFunction = Controls*();

}  // namespace tonelift::vulkan_double
