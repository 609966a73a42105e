// SPDX-License-Identifier: BSD-2-Clause
// A test double of the Vulkan loader. It passes all calls to the real loader, except for the
// changes that a test requests.
#pragma once

#include <vulkan/vulkan_core.h>

#include <optional>

namespace tonelift::vulkan_double {

constexpr long never = -1;

struct Controls {
    VkResult instance = VK_SUCCESS;
    uint32_t gpus = 1;
    std::optional<uint32_t> listed_gpus = {};
    VkPhysicalDeviceType type = VK_PHYSICAL_DEVICE_TYPE_CPU;
    uint32_t version = VK_API_VERSION_1_3;
    const char* missing = nullptr;
    const char* missing_function = nullptr;
    uint32_t copy_queues = 0;
    uint32_t invocations = 1024;
    uint32_t shared_bytes = 32768;
    // Number of calls that succeed before one call fails. The value `never` lets all calls succeed.
    long allocations = never;
    long submissions = never;
    long waits = never;
    long objects = 0;
    long instances = 0;
    long allocated = 0;
    long submitted = 0;
    long copied = 0;
    long awaited = 0;
    // Number of semaphore values that the host had not yet waited for, summed over all submissions.
    // Each submission adds the values that earlier submissions signal, and the values that this
    // submission waits for.
    long unseen = 0;
    long compiled = 0;
    long reused = 0;
};

constexpr const char* controls_symbol = "tonelift_vulkan_double";
using ControlsFunction = Controls*();

}  // namespace tonelift::vulkan_double
