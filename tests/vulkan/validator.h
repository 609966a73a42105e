// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace tonelift::test {

// Returns the errors that spirv-val reports for a Vulkan 1.3 module. Without spirv-val, the result
// is empty.
std::string faults_of(std::span<const uint32_t> module);

}  // namespace tonelift::test
