// SPDX-License-Identifier: BSD-2-Clause
//
// Gain maps: small pictures beside a base picture, from which the base becomes another rendition,
// HDR of SDR in most files. ISO 21496-1:2025; Ultra HDR, version 1, has the same in XMP.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tools/pictures/still.h"

namespace tonelift {

// ISO 21496-1, 5.2, in its words; logarithms are to the base 2.
struct GainMapMetadata {
    struct Channel {
        double min = 0, max = 0;  // logarithms of the gain at samples 0 and 1
        double gamma = 1;         // samples are stored to the power of it
        double base_offset = 1 / 64.0, alternate_offset = 1 / 64.0;
    };
    std::array<Channel, 3> channels;
    double base_headroom = 0, alternate_headroom = 0;  // logarithms of the peak over SDR white
    bool base_colors = true;      // whether gains are of the base's primaries, else those below
    int alternate_primaries = 2;  // number of H.273, which the color of the map says
    // Above 0: a map of Apple's, whose gain goes from 1 to this, linear in the light of its
    // samples.
    double apple_headroom = 0;

    bool base_is_hdr() const { return base_headroom > alternate_headroom; }
    bool multichannel() const;
    // Why it cannot be used, as "its gamma is 0"; "" if it can.
    std::string fault() const;
};

// The denominator of numbers in metadata that is written.
constexpr uint32_t gain_map_denominator = 1 << 20;

struct GainMap {
    GainMapMetadata metadata;
    Still picture;  // gray or rgb24, upright as its base is
};

// The base with its gain map in full: linear light in floats, 1 is the white of SDR, in the
// primaries of the base. A base that is HDR stays as it is, and so does one without a gain map.
Still with_gain_map(Still base);

// Settings of a gain map that is made.
struct GainMapRequest {
    bool wanted = false;
    double headroom = 0;  // peak of the HDR rendition over SDR white; 0: that of the picture
    int scale = 2;        // pixels of the picture along a side for one of the map
    bool colors = true;   // three channels instead of one, but for gray pictures
    int quality = 90;     // of its JPEG
    bool operator==(const GainMapRequest&) const = default;
};

// The gain map that makes `hdr` of `sdr`: pictures of one size. hdr: linear light in floats, in any
// primaries; sdr: as it comes out of its file, in 8 bits.
GainMap make_gain_map(const Still& hdr, const Still& sdr, const GainMapRequest& request);

// The two forms of the metadata in files. Reading gives nothing for bytes that are damaged, of a
// later version or without a gain map.
std::optional<GainMapMetadata> gain_map_of_iso(std::span<const uint8_t> bytes);
std::optional<GainMapMetadata> gain_map_of_xmp(std::string_view packet);
std::vector<uint8_t> iso_of_gain_map(const GainMapMetadata& metadata);
// Only the versions, as the base picture has them.
std::vector<uint8_t> iso_of_base();
std::string xmp_of_gain_map(const GainMapMetadata& metadata);

// Apple's metadata, from the note of the camera in the Exif of the base: 33 and 48 of the tags.
std::optional<GainMapMetadata> gain_map_of_apple(std::span<const uint8_t> exif);

}  // namespace tonelift
