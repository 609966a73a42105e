// SPDX-License-Identifier: BSD-2-Clause
//
// Reads boxes of AVIF and HEIC that their libraries do not report, or not in all versions.
#pragma once

#include <tonelift/tonelift.h>

#include <cstdint>
#include <span>
#include <string_view>

namespace tonelift {

// The first box, ftyp, has the brands (ISO/IEC 14496-12, 4.3).
bool has_heif_brand(std::span<const uint8_t> file, std::string_view brand);

// Reads the boxes clli and mdcv (ISO/IEC 14496-12, 12.1.6 and 12.1.7). The first item with these
// boxes is used.
void take_heif_light(std::span<const uint8_t> file, tonelift_video* video);

// Returns whether the picture is turned by 90 or 270 degrees (irot, ISO/IEC 23008-12, 6.5.10).
bool has_quarter_turn(std::span<const uint8_t> file);

}  // namespace tonelift
