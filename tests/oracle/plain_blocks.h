// SPDX-License-Identifier: BSD-2-Clause
//
// The plain compressor of texture blocks. It works in floats, one block at a time.
#pragma once

#include <array>
#include <cstddef>

#include "kernels/texture/decode.h"

namespace tonelift {

// Compresses a block of 16 pixels. `opaque` has the meaning that it has in compress_row().
std::array<std::byte, 16> compress_plain(BlockFormat format, BlockQuality quality,
                                         const RgbaBlock& pixels, bool opaque = true);

}  // namespace tonelift
