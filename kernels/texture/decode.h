// SPDX-License-Identifier: BSD-2-Clause
//
// Decodes texture blocks of the formats that the Khronos Data Format Specification defines.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "kernels/texture/texture.h"

namespace tonelift {

using Rgba = std::array<uint8_t, 4>;
using RgbaBlock = std::array<Rgba, 16>;

// Returns the 16 pixels of a block. For BC4, only alpha is set. Scaled YCoCg is converted to RGB as
// FFmpeg's Hap decoder does it.
RgbaBlock decode_block(BlockFormat format, const std::byte* block);

}  // namespace tonelift
