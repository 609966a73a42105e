// SPDX-License-Identifier: BSD-2-Clause
//
// Reads, applies and makes gain maps (ISO 21496-1:2025, and Ultra HDR, version 1).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tools/gain_map_request.h"
#include "tools/pictures/still.h"

namespace tonelift {

// Metadata of a gain map, with the terms of ISO 21496-1, 5.2. Gains and headrooms are logarithms to
// base 2.
struct GainMapMetadata {
    struct Channel {
        double min = 0, max = 0;
        double gamma = 1;  // exponent: sample = (logarithm of the gain, scaled to [0, 1]) ^ gamma
        double base_offset = 1 / 64.0, alternate_offset = 1 / 64.0;
    };
    std::array<Channel, 3> channels;
    double base_headroom = 0, alternate_headroom = 0;
    bool base_colors = true;  // whether gains apply in the primaries of the base picture
    int alternate_primaries = 2;
    // Linear headroom of Apple's gain maps (peak / SDR white), or 0 for other gain maps.
    double apple_headroom = 0;

    bool base_is_hdr() const { return base_headroom > alternate_headroom; }
    bool multichannel() const;
    // Returns the reason why the gain map cannot be used, such as "its offsets are not between -1
    // and 1", or an empty string.
    std::string fault() const;
};

constexpr uint32_t gain_map_denominator = 1 << 20;

struct GainMap {
    GainMapMetadata metadata;
    Still picture;  // gray or rgb24, with the orientation of the base picture
};

// Applies the gain map of the picture with weight 1 (full HDR), and returns linear light with SDR
// white at 1. Returns the picture unchanged if it has no gain map or is an HDR base picture.
Still with_gain_map(Still base);

// Makes the gain map from `sdr` to `hdr`. Both pictures have the same size. `hdr` is linear light
// in floats.
GainMap make_gain_map(const Still& hdr, const Still& sdr, const GainMapRequest& request);

// Both functions return nothing if the bytes are damaged, have a later version, or contain no gain
// map.
std::optional<GainMapMetadata> gain_map_of_iso(std::span<const uint8_t> bytes);
std::optional<GainMapMetadata> gain_map_of_xmp(std::string_view packet);
std::vector<uint8_t> iso_of_gain_map(const GainMapMetadata& metadata);
// Returns the ISO 21496-1 metadata of a base picture. It contains only version numbers.
std::vector<uint8_t> iso_of_base();
std::string xmp_of_gain_map(const GainMapMetadata& metadata);

// Reads Apple's metadata, which is in tags 33 and 48 of the maker note in the base picture's Exif.
std::optional<GainMapMetadata> gain_map_of_apple(std::span<const uint8_t> exif);

}  // namespace tonelift
