// SPDX-License-Identifier: BSD-2-Clause
//
// Chooses the queues of a device for compute work and for copies.
#pragma once

#include <optional>
#include <vector>

#include "kernels/vulkan/driver/driver.h"

namespace tonelift::vulkan {

struct QueuePlace {
    uint32_t family;
    uint32_t index;

    bool operator==(const QueuePlace&) const = default;
};

std::optional<uint32_t> compute_family(const std::vector<VkQueueFamilyProperties>& families);

// Returns at most two queues for copies. Queues that can only copy come before queues that can also
// compute.
std::vector<QueuePlace> copy_queues(const std::vector<VkQueueFamilyProperties>& families,
                                    uint32_t compute);

}  // namespace tonelift::vulkan
