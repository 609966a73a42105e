// SPDX-License-Identifier: BSD-2-Clause
//
// The command `tonelift texture`: compresses still pictures to textures.
#pragma once

#include <string>
#include <vector>

#include "kernels/format.h"
#include "tools/requested_option.h"

namespace tonelift {

struct TextureRequest {
    std::string input;
    std::string output;  // file name that ends in .dds or .ktx2
    BlockFormat format = BlockFormat::bc1;
    BlockQuality quality = BlockQuality::normal;
    std::vector<RequestedOption> options;
    bool psnr = false;
};

BlockFormat block_format_called(const std::string& name);
BlockQuality block_quality_called(const std::string& name);

// Prints the size of the texture to standard output, and with `psnr` also the PSNR. Throws Error.
void make_texture(const TextureRequest& request);

}  // namespace tonelift
