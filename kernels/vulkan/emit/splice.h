// SPDX-License-Identifier: BSD-2-Clause
//
// Makes the SPIR-V of one kernel for the driver, from the kernel of a core. The programs of the
// pass become the bodies of functions of kernels/device/places.glsl. The numbers of the plan become
// constants.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/device/frame_layout.h"

namespace tonelift::vulkan {

// Returns the module of one kernel. Its entry point is "main". Specialization constants 0 and 1 are
// the size of a block (KernelCall::block), and are set when the kernel is made.
std::vector<uint32_t> splice(const std::string& kernel, const FrameLayout& layout,
                             const KernelPrograms& programs);

}  // namespace tonelift::vulkan
