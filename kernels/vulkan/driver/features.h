// SPDX-License-Identifier: BSD-2-Clause
//
// The features of Vulkan devices that kernels and the executor use.
#pragma once

#include <string>
#include <vector>

#include "kernels/vulkan/driver/driver.h"

namespace tonelift::vulkan {

// A set of features, as a chain of structures. All features are off at first.
class Features {
  public:
    Features();
    Features(const Features&) = delete;

    VkPhysicalDeviceFeatures2& chain() { return all_; }
    // Switches on the features that the kernels and the executor need.
    void need();
    // Switches on the needed features that a caller's chain also switches on. The chain may consist
    // of other structures than this set.
    void take(const VkPhysicalDeviceFeatures2* chain);
    // Throws Failure::unsupported if a needed feature is off. The message names the device and the
    // feature, and ends with `remedy`.
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
