// SPDX-License-Identifier: BSD-2-Clause
//
// The kernels as SPIR-V, compiled by glslang.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace tonelift::vulkan {

struct CoreModule {
    std::string_view kernel;
    std::span<const uint32_t> words;
};
std::span<const CoreModule> core_modules();

}  // namespace tonelift::vulkan
