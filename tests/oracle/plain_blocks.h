// SPDX-License-Identifier: BSD-2-Clause
// A plain texture compressor for comparison with the fast one.
#pragma once

#include <array>
#include <cstddef>

#include "kernels/texture/decode.h"

namespace tonelift {

std::array<std::byte, 16> compress_plain(BlockFormat format, BlockQuality quality,
                                         const RgbaBlock& pixels, bool opaque = true);

}  // namespace tonelift
