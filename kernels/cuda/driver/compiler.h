// SPDX-License-Identifier: BSD-2-Clause
//
// Compiles PTX to machine code with the driver's compiler.
#pragma once

#include <string>

#include "kernels/cuda/driver/device.h"

namespace tonelift::cuda {

// Compiles a PTX text with one kernel to machine code. The device's context must be current.
// Several threads can compile at the same time. If the driver got the PTX itself, it would compile
// one module at a time per context. The error message includes the compiler's log.
std::string compile(const std::string& ptx, const std::string& kernel);

// Describes the device's architecture and the driver. Together with the PTX, they determine the
// machine code.
std::string compiler_for(const CudaDevice& device);

}  // namespace tonelift::cuda
