// SPDX-License-Identifier: BSD-2-Clause
//
// The specialization constants of kernels that describe a plan, by their names in the kernels.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "kernels/device/frame_layout.h"

namespace tonelift::vulkan {

using Facts = std::map<std::string, uint32_t>;  // the bits of each constant, by name

// Returns the constants of the input (kernels/unpack/input.glsl). width, rows: size of the grid
// that the programs run over.
Facts input_facts(const Picture& input, int width, int rows);

// Returns the constants of the output (kernels/pack/output_vulkan.comp).
Facts output_facts(const Picture& output);

}  // namespace tonelift::vulkan
