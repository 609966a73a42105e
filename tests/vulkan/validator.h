// SPDX-License-Identifier: BSD-2-Clause
//
// The errors that spirv-val finds in a module.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace tonelift::test {

// The messages about a module for Vulkan 1.3; empty if it is valid, or if spirv-val is not there.
std::string faults_of(std::span<const uint32_t> module);

}  // namespace tonelift::test
