// SPDX-License-Identifier: BSD-2-Clause
// Declares a plain texture compressor. Tests compare the fast compressor with it.
#pragma once

#include <array>
#include <cstddef>

#include "kernels/texture/decode.h"

namespace tonelift {

std::array<std::byte, 16> compress_plain(BlockFormat format, BlockQuality quality,
                                         const RgbaBlock& pixels, bool opaque = true);

}  // namespace tonelift
