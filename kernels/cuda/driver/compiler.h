// SPDX-License-Identifier: BSD-2-Clause
//
// Compiles PTX to machine code with the driver's compiler.
#pragma once

#include <string>

#include "kernels/cuda/driver/device.h"

namespace tonelift::cuda {

// Compiles a PTX text with one kernel. The device's context must be current.
std::string compile(const std::string& ptx, const std::string& kernel);

// Describes the GPU architecture and the driver version, for the keys of cached machine code.
std::string compiler_for(const CudaDevice& device);

}  // namespace tonelift::cuda
