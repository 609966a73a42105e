// SPDX-License-Identifier: BSD-2-Clause
//
// Encodes pictures as textures: blocks of 4x4 pixels in 8 or 16 bytes. The Khronos Data Format
// Specification 1.3 defines the formats in chapters 20 (S3TC) and 21 (RGTC).
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/format.h"
#include "kernels/instruction_set.h"

namespace tonelift {

struct RgbaPicture {
    const uint8_t* data;
    ptrdiff_t pitch;  // distance between rows, in bytes
    int width;
    int height;
};

// Encodes row number `row` of blocks and writes it to `to`. `opaque` must be false if decoders use
// the alpha of BC1.
void compress_row(BlockFormat format, BlockQuality quality, const RgbaPicture& picture, int row,
                  std::byte* to, const InstructionSet& set = {}, bool opaque = true);

}  // namespace tonelift
