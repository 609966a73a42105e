// SPDX-License-Identifier: BSD-2-Clause
//
// Checks SPIR-V modules by spirv-val.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace tonelift::test {

// Returns what is wrong with a module for Vulkan 1.3. Empty if it is valid or spirv-val is missing.
std::string faults_of(std::span<const uint32_t> module);

}  // namespace tonelift::test
