// SPDX-License-Identifier: BSD-2-Clause
//
// The compiler of the driver.
#pragma once

#include <string>

#include "kernels/cuda/driver/device.h"

namespace tonelift::cuda {

// The machine code of a text with one kernel. The device's context must be current. Threads compile
// at the same time, while a module that is loaded as text is compiled alone in its context. An
// error includes the compiler's log.
std::string compile(const std::string& ptx, const std::string& kernel);

// Everything but the text that decides the machine code: the device's architecture and the driver.
std::string compiler_for(const CudaDevice& device);

}  // namespace tonelift::cuda
