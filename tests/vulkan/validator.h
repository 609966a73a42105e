// SPDX-License-Identifier: BSD-2-Clause
//
// Finds errors in a module with spirv-val.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace tonelift::test {

// Returns the messages about a module for Vulkan 1.3; empty if it is valid or spirv-val is missing.
std::string faults_of(std::span<const uint32_t> module);

}  // namespace tonelift::test
