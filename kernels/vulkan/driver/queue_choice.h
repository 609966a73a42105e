// SPDX-License-Identifier: BSD-2-Clause
//
// Chooses the queues of a device.
#pragma once

#include <optional>
#include <vector>

#include "kernels/vulkan/driver/driver.h"

namespace tonelift::vulkan {

// The family and the index of a queue, known before the device is opened.
struct QueuePlace {
    uint32_t family;
    uint32_t index;

    bool operator==(const QueuePlace&) const = default;
};

// Returns the family for compute work; empty if the device has none.
std::optional<uint32_t> compute_family(const std::vector<VkQueueFamilyProperties>& families);

// Returns at most two queues for copies, best first. Queues that only copy are best. Further queues
// of the compute family are second, and queues of other families with compute work are last.
// `compute` is the family whose first queue is for compute work.
std::vector<QueuePlace> copy_queues(const std::vector<VkQueueFamilyProperties>& families,
                                    uint32_t compute);

}  // namespace tonelift::vulkan
