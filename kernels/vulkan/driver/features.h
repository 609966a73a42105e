// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <string>
#include <vector>

#include "kernels/vulkan/driver/driver.h"

namespace tonelift::vulkan {

class Features {
  public:
    Features();
    Features(const Features&) = delete;

    VkPhysicalDeviceFeatures2& chain() { return all_; }
    void need();
    void take(const VkPhysicalDeviceFeatures2* chain);
    // Throws Failure::unsupported if a needed feature is off. The message names `device` and ends
    // with `remedy`.
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
