// SPDX-License-Identifier: BSD-2-Clause
//
// Decodes texture blocks, as the Khronos Data Format Specification defines them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "kernels/texture/texture.h"

namespace tonelift {

using Rgba = std::array<uint8_t, 4>;
using RgbaBlock = std::array<Rgba, 16>;

// BC4 has alpha only. Scaled YCoCg is converted to RGB like in FFmpeg's Hap decoder.
RgbaBlock decode_block(BlockFormat format, const std::byte* block);

}  // namespace tonelift
