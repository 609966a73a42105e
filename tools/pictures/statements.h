// SPDX-License-Identifier: BSD-2-Clause
//
// Collects the properties of a picture that its file states: color, alpha, geometry and metadata.
// honored() applies them, so that they mean the same in every kind of file.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/color/primaries.h"
#include "tools/pictures/still.h"

namespace tonelift {

// A rectangle of pixels, which may extend beyond the picture.
struct Window {
    int64_t x = 0, y = 0, width = 0, height = 0;
};

struct Statements {
    // The first usable property defines the color: the profile, then chromaticities and gamma, then
    // the code points. If the standard of a file has another order, its reader leaves properties
    // out.
    std::vector<uint8_t> profile;  // ICC profile; empty: none
    bool gray = false;             // the file is gray, even if the frame is RGB
    std::optional<constants::Primaries> chromaticities;
    double gamma = 0;  // light is the code to this power; 0: `transfer` applies
    int primaries = h273_unspecified, transfer = h273_unspecified;
    // Factor of linear light that makes reference white 1.
    double exposure = 1;

    bool multiplied = false;
    // The visible window, relative to the first pixel; may be larger than the picture.
    std::optional<Window> shown;
    int orientation = 1;      // Exif number, 1 to 8, applied after the window; ignored if invalid
    double pixel_aspect = 1;  // width of a pixel over its height, before rotation

    StillMetadata metadata;

    // Sets the color of a HEIF file (ISO/IEC 23008-12, 6.5.5). A profile has precedence over code
    // points, except PQ and HLG, because profiles cannot express them.
    void take_heif_color(std::span<const uint8_t> icc, int primaries_number, int transfer_number);
    // Returns whether applying the profile changes samples. Only RGB samples can be converted, not
    // YUV codes.
    bool converts_colors() const;

    // Also sets the orientation that the Exif states.
    void take_exif(std::span<const uint8_t> bytes);
    // Sets Adobe RGB if the Exif states it. A profile has precedence.
    void take_exif_color();

    static constexpr int h273_unspecified = 2;
};

constexpr const char* first_of_several = "only the first picture of the file is read";

// Applies all properties to a picture with the samples of the file. A YUV frame must have a color
// with H.273 numbers, and straight alpha. Implausible properties are ignored with a note.
Still honored(Still still, Statements stated);

}  // namespace tonelift
