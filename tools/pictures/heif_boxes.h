// SPDX-License-Identifier: BSD-2-Clause
//
// Reads boxes of AVIF and HEIC files that libavif and libheif do not report, or report only in some
// versions.
#pragma once

#include <tonelift/tonelift.h>

#include <cstdint>
#include <span>
#include <string_view>

namespace tonelift {

// Returns whether the file has a brand. The brands are in the first box, ftyp (ISO/IEC 14496-12,
// 4.3).
bool has_heif_brand(std::span<const uint8_t> file, std::string_view brand);

// Reads the light level (box clli) and the mastering display (box mdcv; ISO/IEC 14496-12, 12.1.6
// and 12.1.7). If the file has several boxes of one type, the first box of this type is used.
void take_heif_light(std::span<const uint8_t> file, tonelift_video* video);

// Returns whether the picture is turned by 90 or 270 degrees (irot, ISO/IEC 23008-12, 6.5.10).
bool has_quarter_turn(std::span<const uint8_t> file);

}  // namespace tonelift
