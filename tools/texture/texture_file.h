// SPDX-License-Identifier: BSD-2-Clause
//
// Texture files: DirectDraw surfaces and KTX 2.
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
    int primaries;  // of the colors, as ITU-T H.273 numbers
    int transfer;
    std::vector<std::byte> blocks;
};

// The extension of a file name, .dds or .ktx2. Throws Error (argument) for any other.
std::string texture_ending(const std::string& file);

// Writes a file of the kind with this extension, .dds or .ktx2. KTX 2 includes the color
// description. Throws Error (io).
void write_texture(const std::string& file, std::string_view ending, const Texture& texture);

}  // namespace tonelift
