// SPDX-License-Identifier: BSD-2-Clause
// Opens the device that the option `device` and the location of the frames select.
#pragma once

#include <memory>
#include <string>

#include "core/common/log.h"
#include "core/runtime/settings.h"
#include "kernels/executor.h"

namespace tonelift {

// At most one pointer is set; both are null for the CPU.
struct OpenDevice {
    std::shared_ptr<CudaDevice> cuda;
    std::shared_ptr<VulkanDevice> vulkan;
    bool by_name = false;  // true: the option or the frames demand this device, not the CPU
};

// Throws Error (argument) for an invalid name of a device, and Error (unsupported) if this machine
// lacks the device.
OpenDevice open_device(const std::string& option, const tonelift_device& given, const Log& log);

}  // namespace tonelift
