// SPDX-License-Identifier: BSD-2-Clause
//
// Replaces the Vulkan executor in builds without Vulkan. Its functions report that Vulkan is
// missing.
#include "kernels/error.h"
#include "kernels/executor.h"

namespace tonelift {

std::shared_ptr<VulkanDevice> open_vulkan_device(const VulkanTarget&) {
    throw Error(Failure::unsupported,
                "this build of Tonelift has no Vulkan (it was built without the Vulkan headers or "
                "glslang); set device=cpu");
}

std::shared_ptr<VulkanDevice> use_vulkan_device(const GivenVulkan&) {
    return open_vulkan_device({});
}

std::string name_of(const VulkanDevice&) { return ""; }
std::string details_of(const VulkanDevice&) { return ""; }

std::unique_ptr<Executor> make_vulkan_executor(const Plan&, std::shared_ptr<VulkanDevice>, int, int,
                                               const Tuning&, HostMemory) {
    throw Error(Failure::internal, "this build of Tonelift has no Vulkan");
}

std::unique_ptr<Executor> make_vulkan_copier(const Picture&, std::shared_ptr<VulkanDevice>,
                                             HostMemory) {
    throw Error(Failure::internal, "this build of Tonelift has no Vulkan");
}

}  // namespace tonelift
