// SPDX-License-Identifier: BSD-2-Clause
//
// The command `tonelift texture`: compresses still pictures to textures.
#pragma once

#include <string>
#include <vector>

#include "kernels/texture/texture.h"
#include "tools/requested_option.h"

namespace tonelift {

struct TextureRequest {
    std::string input;   // a still picture
    std::string output;  // .dds or .ktx2
    BlockFormat format = BlockFormat::bc1;
    BlockQuality quality = BlockQuality::normal;
    std::vector<RequestedOption> options;  // filter options, for HDR pictures; preset: faithful
    bool psnr = false;
};

// Finds a format or quality by its name. Throws Error (argument) for an unknown name; the message
// lists the known names.
BlockFormat block_format_called(const std::string& name);
BlockQuality block_quality_called(const std::string& name);

// Writes the texture and prints its size to standard output. With `psnr`, also prints the PSNR.
// Throws Error.
void make_texture(const TextureRequest& request);

}  // namespace tonelift
