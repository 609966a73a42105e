// SPDX-License-Identifier: BSD-2-Clause
//
// The features of Vulkan devices that the kernels and the executor use.
#pragma once

#include <string>
#include <vector>

#include "kernels/vulkan/driver/driver.h"

namespace tonelift::vulkan {

// The features as chained structures, initially all off.
class Features {
  public:
    Features();
    Features(const Features&) = delete;

    VkPhysicalDeviceFeatures2& chain() { return all_; }
    // Switches on the features that kernels and executor need.
    void need();
    // Takes the needed features from a caller's chain, which may consist of other structures.
    void take(const VkPhysicalDeviceFeatures2* chain);
    // Throws Failure::unsupported if a needed feature is off, with a message that names device and
    // feature. remedy: end of the message.
    void check(const std::string& device, const std::string& remedy);

  private:
    struct Feature {
        const char* name;
        VkBool32* value;
    };
    std::vector<Feature> needed();
    void take_structure(const VkBaseInStructure* from);

    VkPhysicalDeviceFeatures2 all_{};
    VkPhysicalDeviceVulkan12Features v12_{};
    VkPhysicalDeviceVulkan13Features v13_{};
};

}  // namespace tonelift::vulkan
