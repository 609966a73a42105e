// SPDX-License-Identifier: BSD-2-Clause
//
// Exif, the notes of cameras in files of pictures.
#pragma once

#include <cstdint>
#include <span>

namespace tonelift {

struct Exif {
    int orientation = 1;     // as it is there, also where it is none of 1 to 8
    bool adobe_rgb = false;  // whether the color is the optional one of DCF, which is Adobe RGB
};

// The statements in the bytes of Exif, from the order of bytes ("II", "MM") on.
Exif read_exif(std::span<const uint8_t> exif);

}  // namespace tonelift
