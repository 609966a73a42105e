// SPDX-License-Identifier: BSD-2-Clause
//
// Pictures as textures that graphics cards sample directly: blocks of 4x4 pixels in 8 or 16 bytes.
// The formats are those of Khronos' Data Format Specification 1.3, chapters 20 (S3TC) and 21
// (RGTC).
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/format.h"
#include "kernels/instruction_set.h"

namespace tonelift {

// A picture of R, G, B, A bytes.
struct RgbaPicture {
    const uint8_t* data;
    ptrdiff_t pitch;  // bytes from row to row
    int width;
    int height;
};

// Writes one row of blocks from left to right, for the pixel rows that start at 4 * row. Pixels
// outside the picture repeat its edge. Equal pixels give equal blocks on every instruction set.
// opaque: whether readers decode BC1 as RGB and not as RGBA, so that `best` may use the black that
// RGBA decodes as transparent.
void compress_row(BlockFormat format, BlockQuality quality, const RgbaPicture& picture, int row,
                  std::byte* to, const InstructionSet& set = {}, bool opaque = true);

}  // namespace tonelift
