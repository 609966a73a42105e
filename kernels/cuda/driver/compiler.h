// SPDX-License-Identifier: BSD-2-Clause
//
// Compiles PTX to machine code with the driver's compiler.
#pragma once

#include <string>

#include "kernels/cuda/driver/device.h"

namespace tonelift::cuda {

// Returns the machine code of a PTX text with one kernel. The device's context must be current.
// Several threads can call compile() at the same time; the driver itself, given modules as text,
// would compile them one at a time per context. The error message includes the compiler's log.
std::string compile(const std::string& ptx, const std::string& kernel);

// Returns a description of the device's architecture and of the driver. Together with the PTX they
// determine the machine code.
std::string compiler_for(const CudaDevice& device);

}  // namespace tonelift::cuda
