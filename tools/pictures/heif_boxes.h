// SPDX-License-Identifier: BSD-2-Clause
//
// Boxes of AVIF and HEIC that their libraries do not show, or not in all versions.
#pragma once

#include <tonelift/tonelift.h>

#include <cstdint>
#include <span>
#include <string_view>

namespace tonelift {

// Whether the first box, ftyp, has a brand (ISO/IEC 14496-12, 4.3).
bool has_heif_brand(std::span<const uint8_t> file, std::string_view brand);

// Sets the light of the picture and of its mastering display from the boxes clli and mdcv (ISO/IEC
// 14496-12, 12.1.6 and 12.1.7) of the first item that has them.
void take_heif_light(std::span<const uint8_t> file, tonelift_video* video);

// Whether the picture is turned by 90 or 270 degrees (irot, ISO/IEC 23008-12, 6.5.10).
bool has_quarter_turn(std::span<const uint8_t> file);

}  // namespace tonelift
