// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/vulkan/driver/features.h"

#include "kernels/error.h"

namespace tonelift::vulkan {

Features::Features() {
    all_.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
    v12_.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
    v13_.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES;
    all_.pNext = &v12_;
    v12_.pNext = &v13_;
}

std::vector<Features::Feature> Features::needed() {
    return {{"bufferDeviceAddress", &v12_.bufferDeviceAddress},
            {"timelineSemaphore", &v12_.timelineSemaphore},
            {"maintenance4", &v13_.maintenance4},
            {"synchronization2", &v13_.synchronization2}};
}

void Features::need() {
    for (const Feature& feature : needed()) *feature.value = VK_TRUE;
}

void Features::take(const VkPhysicalDeviceFeatures2* chain) {
    for (const auto* next = reinterpret_cast<const VkBaseInStructure*>(chain); next != nullptr;
         next = next->pNext)
        take_structure(next);
}

// Reads one structure of a caller's feature chain. A chain can contain a structure for all features
// of a Vulkan version, or a separate structure for each feature.
void Features::take_structure(const VkBaseInStructure* from) {
    const auto as = [&]<typename T>(const T*) { return reinterpret_cast<const T*>(from); };
    switch (from->sType) {
        case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES: {
            const auto* v12 = as(&v12_);
            v12_.bufferDeviceAddress |= v12->bufferDeviceAddress;
            v12_.timelineSemaphore |= v12->timelineSemaphore;
            break;
        }
        case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES: {
            const auto* v13 = as(&v13_);
            v13_.maintenance4 |= v13->maintenance4;
            v13_.synchronization2 |= v13->synchronization2;
            break;
        }
#define TONELIFT_VULKAN_ONE(type, structure, version, feature)                \
    case type:                                                                \
        version.feature |= reinterpret_cast<const structure*>(from)->feature; \
        break;
            TONELIFT_VULKAN_ONE(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BUFFER_DEVICE_ADDRESS_FEATURES,
                                VkPhysicalDeviceBufferDeviceAddressFeatures, v12_,
                                bufferDeviceAddress)
            TONELIFT_VULKAN_ONE(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TIMELINE_SEMAPHORE_FEATURES,
                                VkPhysicalDeviceTimelineSemaphoreFeatures, v12_, timelineSemaphore)
            TONELIFT_VULKAN_ONE(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_4_FEATURES,
                                VkPhysicalDeviceMaintenance4Features, v13_, maintenance4)
            TONELIFT_VULKAN_ONE(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SYNCHRONIZATION_2_FEATURES,
                                VkPhysicalDeviceSynchronization2Features, v13_, synchronization2)
#undef TONELIFT_VULKAN_ONE
        default:
            break;
    }
}

void Features::check(const std::string& device, const std::string& remedy) {
    for (const Feature& feature : needed()) {
        if (*feature.value != VK_TRUE)
            throw Error(Failure::unsupported,
                        device + " lacks the feature " + feature.name + " of Vulkan; " + remedy);
    }
}

}  // namespace tonelift::vulkan
