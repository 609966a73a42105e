// SPDX-License-Identifier: BSD-2-Clause
//
// The numbers of a plan that kernels have as constants, by their names in the kernels.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "kernels/device/frame_layout.h"

namespace tonelift::vulkan {

using Facts = std::map<std::string, uint32_t>;  // the bits of each number

// Facts about the input, as programs over a grid of this size read it (kernels/unpack/input.glsl).
Facts input_facts(const Picture& input, int width, int rows);

// Facts about the output (kernels/pack/output_vulkan.comp).
Facts output_facts(const Picture& output);

}  // namespace tonelift::vulkan
