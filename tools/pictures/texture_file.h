// SPDX-License-Identifier: BSD-2-Clause
//
// Files of textures: DirectDraw surfaces and KTX 2.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "kernels/texture/texture.h"

namespace tonelift {

struct Texture {
    BlockFormat format;
    int width;  // pixels
    int height;
    std::vector<std::byte> blocks;
};

// The ending of a name, .dds or .ktx2. Throws Error (argument) for another one.
std::string texture_ending(const std::string& file);

// Writes .dds or .ktx2, by the ending of the name; sizes are told in pixels. Throws Error: argument
// for another ending, io for a file that cannot be written.
void write_texture(const std::string& file, const Texture& texture);

}  // namespace tonelift
