// SPDX-License-Identifier: BSD-2-Clause
//
// Writes texture files: DirectDraw surfaces (DDS) and KTX 2.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/format.h"

namespace tonelift {

struct Texture {
    BlockFormat format;
    int width;
    int height;
    int primaries;  // H.273 number of the primaries
    int transfer;
    std::vector<std::byte> blocks;
};

std::string texture_ending(const std::string& file);

// `ending` is .dds or .ktx2. Throws Error (io).
void write_texture(const std::string& file, std::string_view ending, const Texture& texture);

}  // namespace tonelift
