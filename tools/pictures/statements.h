// SPDX-License-Identifier: BSD-2-Clause
//
// Collects the properties of a picture that its file states, and applies them.
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
    // The color comes from the profile, else from chromaticities and gamma, else from code points.
    // Unusable properties are skipped.
    std::vector<uint8_t> profile;  // ICC profile, empty if there is none
    bool gray = false;             // the file is gray, even if the frame is RGB
    std::optional<constants::Primaries> chromaticities;
    double gamma = 0;  // exponent from code to light, or 0 if `transfer` applies
    int primaries = h273_unspecified, transfer = h273_unspecified;
    // Factor of linear light that makes reference white 1.
    double exposure = 1;

    bool multiplied = false;
    // The visible window, relative to the first pixel.
    std::optional<Window> shown;
    int orientation = 1;      // Exif number from 1 to 8
    double pixel_aspect = 1;  // width of a pixel over its height, before rotation

    StillMetadata metadata;

    // Sets the color that a HEIF file states (ISO/IEC 23008-12, 6.5.5).
    void take_heif_color(std::span<const uint8_t> icc, int primaries_number, int transfer_number);
    // Returns whether applying the profile changes samples. Only RGB samples can be converted, not
    // YUV codes.
    bool converts_colors() const;

    // Stores the Exif, and sets the orientation that the Exif states.
    void take_exif(std::span<const uint8_t> bytes);
    // Sets Adobe RGB if the Exif states it. A profile has precedence.
    void take_exif_color();

    static constexpr int h273_unspecified = 2;
};

constexpr const char* first_of_several = "only the first picture of the file is read";

// Applies all properties to a picture with the samples of the file.
Still honored(Still still, Statements stated);

}  // namespace tonelift
