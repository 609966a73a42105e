// SPDX-License-Identifier: BSD-2-Clause
//
// The SPIR-V of all kernels, before programs are inserted. glslang compiles it when the project is
// built.
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
