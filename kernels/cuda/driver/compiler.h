// SPDX-License-Identifier: BSD-2-Clause
//
// Compiles PTX to machine code with the compiler in the CUDA driver.
#pragma once

#include <string>

#include "kernels/cuda/driver/device.h"

namespace tonelift::cuda {

// Returns the machine code of a PTX text that contains one kernel, named `kernel`. The device's
// context must be current.
std::string compile(const std::string& ptx, const std::string& kernel);

// Returns the name of the GPU architecture, such as sm_90.
std::string architecture_of(const CudaDevice& device);

// Returns a text that names the GPU architecture and the driver version. It is a part of the key
// under which machine code is cached.
std::string compiler_for(const CudaDevice& device);

}  // namespace tonelift::cuda
