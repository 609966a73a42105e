// SPDX-License-Identifier: BSD-2-Clause
// Selects the device from the option device and the location of the frames.
#pragma once

#include <memory>
#include <string>

#include "core/runtime/log.h"
#include "core/runtime/settings.h"
#include "kernels/executor.h"

namespace tonelift {

// At most one pointer is set; both are null for the CPU.
struct OpenDevice {
    std::shared_ptr<CudaDevice> cuda;
    std::shared_ptr<VulkanDevice> vulkan;
    bool by_name = false;  // the user named the device, so the CPU must not replace it
};

// Throws Error (argument) for an unknown device, and Error (unsupported) for a missing one.
OpenDevice open_device(const std::string& option, const tonelift_device& given, const Log& log);

}  // namespace tonelift
