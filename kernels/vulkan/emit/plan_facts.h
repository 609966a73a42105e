// SPDX-License-Identifier: BSD-2-Clause
//
// The constants of a plan in kernels, by their names in the kernels.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "kernels/device/frame_layout.h"

namespace tonelift::vulkan {

using Facts = std::map<std::string, uint32_t>;  // the bits of each constant, by name

// Returns the constants of the input, for programs over a grid of this size
// (kernels/unpack/input.glsl).
Facts input_facts(const Picture& input, int width, int rows);

// Returns the constants of the output (kernels/pack/output_vulkan.comp).
Facts output_facts(const Picture& output);

}  // namespace tonelift::vulkan
