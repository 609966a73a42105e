// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/vulkan/driver/queue_choice.h"

#include <algorithm>

namespace tonelift::vulkan {
namespace {

constexpr size_t most_copy_queues = 2;

// Returns the rank of a queue family for copies. The family with the lowest rank is preferred; -1
// means that the family is unsuitable.
int rank_of(uint32_t family, const VkQueueFamilyProperties& properties, uint32_t compute) {
    constexpr VkQueueFlags of_copy_engines =
        VK_QUEUE_TRANSFER_BIT | VK_QUEUE_SPARSE_BINDING_BIT | VK_QUEUE_PROTECTED_BIT;
    const VkQueueFlags flags = properties.queueFlags;
    if ((flags & VK_QUEUE_TRANSFER_BIT) != 0 && (flags & ~of_copy_engines) == 0) return 0;
    if (family == compute) return 1;
    return (flags & VK_QUEUE_COMPUTE_BIT) != 0 ? 2 : -1;
}

}  // namespace

std::optional<uint32_t> compute_family(const std::vector<VkQueueFamilyProperties>& families) {
    const auto found = std::ranges::find_if(families, [](const VkQueueFamilyProperties& family) {
        return (family.queueFlags & VK_QUEUE_COMPUTE_BIT) != 0;
    });
    if (found == families.end()) return std::nullopt;
    return static_cast<uint32_t>(found - families.begin());
}

std::vector<QueuePlace> copy_queues(const std::vector<VkQueueFamilyProperties>& families,
                                    uint32_t compute) {
    std::vector<QueuePlace> queues;
    for (int rank = 0; rank <= 2; ++rank) {
        for (uint32_t family = 0; family < families.size(); ++family) {
            if (rank_of(family, families[family], compute) != rank) continue;
            for (uint32_t i = family == compute ? 1 : 0; i < families[family].queueCount; ++i)
                queues.push_back({family, i});
        }
    }
    queues.resize(std::min(queues.size(), most_copy_queues));
    return queues;
}

}  // namespace tonelift::vulkan
