// SPDX-License-Identifier: BSD-2-Clause
//
// Files of textures: DirectDraw surfaces and KTX 2.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/texture/texture.h"

namespace tonelift {

struct Texture {
    BlockFormat format;
    int width;  // pixels
    int height;
    int primaries;  // of the colors, by their numbers in ITU-T H.273
    int transfer;
    std::vector<std::byte> blocks;
};

// The ending of a name, .dds or .ktx2. Throws Error (argument) for another one.
std::string texture_ending(const std::string& file);

// Writes a file of the kind that has this ending, .dds or .ktx2. KTX 2 tells the colors. Throws
// Error (io).
void write_texture(const std::string& file, std::string_view ending, const Texture& texture);

}  // namespace tonelift
