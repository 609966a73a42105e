// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace tonelift::test {

// Vulkan 1.3. Empty if the module is valid or spirv-val is missing.
std::string faults_of(std::span<const uint32_t> module);

}  // namespace tonelift::test
