// SPDX-License-Identifier: BSD-2-Clause
//
// Pictures as textures that graphics cards sample as they are: blocks of 4x4 pixels in 8 or 16
// bytes. The formats are those of Khronos' Data Format Specification 1.3, chapters 20 (S3TC) and 21
// (RGTC).
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/instruction_set.h"

namespace tonelift {

enum class BlockFormat : uint8_t {
    bc1,        // RGB, 8 bytes
    bc3,        // RGBA, 16 bytes
    bc3_ycocg,  // RGB as scaled YCoCg, 16 bytes: what Hap calls Hap Q
    bc4,        // one channel, the alpha of the picture, 8 bytes
};

// How long to look for the best block.
enum class BlockQuality : uint8_t { fast, normal, best };

constexpr int block_side = 4;

constexpr int block_bytes(BlockFormat format) {
    return format == BlockFormat::bc1 || format == BlockFormat::bc4 ? 8 : 16;
}

constexpr int blocks_of(int pixels) { return (pixels + block_side - 1) / block_side; }

// A picture of R, G, B, A bytes.
struct RgbaPicture {
    const uint8_t* data;
    ptrdiff_t pitch;  // bytes from one row to the next
    int width;
    int height;
};

// Writes one row of blocks, that of the pixel rows 4 * row and on, from left to right. Pixels
// beyond the picture repeat its edge. Equal pixels give equal blocks, on every instruction set.
void compress_row(BlockFormat format, BlockQuality quality, const RgbaPicture& picture, int row,
                  std::byte* to, const InstructionSet& set = {});

}  // namespace tonelift
