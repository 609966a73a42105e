// SPDX-License-Identifier: BSD-2-Clause
//
// Collects what a file says about its picture, its statements: color, alpha, geometry and metadata.
// Every reader collects them, and one function applies them. A statement therefore has the same
// meaning in every kind of file.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/color/primaries.h"
#include "tools/pictures/still.h"

namespace tonelift {

// A rectangle of pixels, relative to a picture. It may extend beyond the picture.
struct Window {
    int64_t x = 0, y = 0, width = 0, height = 0;
};

struct Statements {
    // The color. The first usable statement counts, in this order: the profile, chromaticities and
    // gamma, the code points. If the standard of a file ranks a statement lower than others, its
    // reader leaves that statement out.
    std::vector<uint8_t> profile;  // ICC profile; empty: none
    bool gray = false;             // whether the file is gray, even if the frame is RGB
    std::optional<constants::Primaries> chromaticities;
    double gamma = 0;  // light is the code to this power; 0: `transfer` applies
    int primaries = h273_unspecified, transfer = h273_unspecified;
    // Linear light is multiplied by this factor, so that reference white becomes 1.
    double exposure = 1;

    bool multiplied = false;  // whether colors are multiplied by alpha
    // The visible window, relative to the first pixel; it may be larger than the picture.
    std::optional<Window> shown;
    int orientation = 1;      // Exif number, 1 to 8, applied after the window; ignored if invalid
    double pixel_aspect = 1;  // width of a pixel over its height, before rotation

    StillMetadata metadata;

    // Sets the color that a HEIF file states (ISO/IEC 23008-12, 6.5.5). A profile has precedence
    // over code points. PQ and HLG have precedence over a profile, because profiles cannot express
    // them.
    void take_heif_color(std::span<const uint8_t> icc, int primaries_number, int transfer_number);
    // Returns whether applying the profile changes samples. Only RGB samples can be converted, not
    // YUV codes.
    bool converts_colors() const;

    // Sets the Exif of the metadata, and the orientation that it states.
    void take_exif(std::span<const uint8_t> bytes);
    // Sets Adobe RGB if the Exif states it. A profile has precedence.
    void take_exif_color();

    static constexpr int h273_unspecified = 2;
};

// The note for a file with several pictures.
constexpr const char* first_of_several = "only the first picture of the file is read";

// Applies all statements to a picture. Its frame has the samples as stored in the file. A YUV frame
// must have a color with H.273 numbers, and straight alpha. Implausible statements are ignored with
// a note.
Still honored(Still still, Statements stated);

}  // namespace tonelift
