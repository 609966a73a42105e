// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace tonelift::test {

// Returns the errors of spirv-val for a Vulkan 1.3 module; empty without spirv-val.
std::string faults_of(std::span<const uint32_t> module);

}  // namespace tonelift::test
