// SPDX-License-Identifier: BSD-2-Clause
//
// Specialization constants that adapt kernels to the format and size of the input and output
// pictures.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "kernels/pass.h"

namespace tonelift::vulkan {

using Facts = std::map<std::string, uint32_t>;

Facts input_facts(const Picture& input, int width, int rows);

Facts output_facts(const Picture& output);

}  // namespace tonelift::vulkan
