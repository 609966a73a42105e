// SPDX-License-Identifier: BSD-2-Clause
//
// The compressor of texture blocks over plain floats, one block at a time.
#pragma once

#include <array>
#include <cstddef>

#include "kernels/texture/decode.h"

namespace tonelift {

// The block of 16 pixels, compressed over plain floats; opaque as in compress_row().
std::array<std::byte, 16> compress_plain(BlockFormat format, BlockQuality quality,
                                         const RgbaBlock& pixels, bool opaque = true);

}  // namespace tonelift
