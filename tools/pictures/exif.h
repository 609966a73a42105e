// SPDX-License-Identifier: BSD-2-Clause
//
// Exif, the notes of cameras in files of pictures.
#pragma once

#include <cstdint>
#include <span>

namespace tonelift {

// The orientation in the bytes of Exif, from the order of bytes ("II", "MM") on: 1 to 8, or 1 where
// they say none.
int exif_orientation(std::span<const uint8_t> exif);

}  // namespace tonelift
