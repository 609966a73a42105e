// SPDX-License-Identifier: BSD-2-Clause
//
// Inserts the programs of a pass into the SPIR-V of a kernel, as bodies of placeholder functions
// (kernels/device/splice_points.glsl).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/device/frame_layout.h"

namespace tonelift::vulkan {

std::vector<uint32_t> splice(const std::string& kernel, const FrameLayout& layout,
                             const KernelPrograms& programs);

}  // namespace tonelift::vulkan
