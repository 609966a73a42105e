// SPDX-License-Identifier: BSD-2-Clause
//
// The specialization constants with which kernels adapt to a plan, by name.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "kernels/device/frame_layout.h"

namespace tonelift::vulkan {

using Facts = std::map<std::string, uint32_t>;  // the bits of each constant, by name

// Returns the constants of the input (kernels/unpack/input.glsl). `width` and `rows` are the size
// of the grid that the programs run over.
Facts input_facts(const Picture& input, int width, int rows);

// Returns the constants of the output (kernels/pack/output_vulkan.comp).
Facts output_facts(const Picture& output);

}  // namespace tonelift::vulkan
