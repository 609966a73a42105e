// SPDX-License-Identifier: BSD-2-Clause
//
// The device that the option device and the location of the frames select.
#pragma once

#include <memory>
#include <string>

#include "core/runtime/log.h"
#include "core/runtime/settings.h"
#include "kernels/executor.h"

namespace tonelift {

// At most one of both; none: the CPU.
struct OpenDevice {
    std::shared_ptr<CudaDevice> cuda;
    std::shared_ptr<VulkanDevice> vulkan;
    bool by_name = false;  // else the CPU does what the device cannot
};

// Throws Error: argument for an unknown device and for frames that the device cannot access;
// unsupported if there is no such device.
OpenDevice open_device(const std::string& option, const tonelift_device& given, const Log& log);

}  // namespace tonelift
