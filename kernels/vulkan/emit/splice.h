// SPDX-License-Identifier: BSD-2-Clause
//
// Makes one kernel of a pass as SPIR-V for the driver: the kernel of a core, with the programs of
// the pass as the bodies of the functions of kernels/device/places.glsl, and the numbers of the
// plan as constants.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/device/frame_layout.h"

namespace tonelift::vulkan {

// Returns the module of one kernel. Its entry point is "main". The size of a block
// (KernelCall::block) is set later, by specialization constants 0 and 1.
std::vector<uint32_t> splice(const std::string& kernel, const FrameLayout& layout,
                             const KernelPrograms& programs);

}  // namespace tonelift::vulkan
