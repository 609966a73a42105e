// SPDX-License-Identifier: BSD-2-Clause
//
// Collects the properties that a file states about its picture, and applies them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/color/primaries.h"
#include "tools/pictures/still.h"

namespace tonelift {

// A rectangle in pixels. It can extend beyond the picture.
struct Window {
    int64_t x = 0, y = 0, width = 0, height = 0;
};

struct Statements {
    // The color comes from the first usable source: ICC profile, chromaticities with gamma, code
    // points.
    std::vector<uint8_t> profile;  // ICC profile, empty if there is none
    bool gray = false;             // the file is gray, even if the frame is RGB
    std::optional<constants::Primaries> chromaticities;
    double gamma = 0;  // exponent from code to light, or 0 to use `transfer`
    int primaries = h273_unspecified, transfer = h273_unspecified;
    // Linear light is multiplied by this factor, so that reference white becomes 1.
    double exposure = 1;

    bool premultiplied = false;  // colors are multiplied by alpha
    // The visible window, relative to the first stored pixel.
    std::optional<Window> shown;
    int orientation = 1;      // Exif orientation, 1 to 8
    double pixel_aspect = 1;  // width / height of a pixel, before rotation
    double density = 0;       // pixels per inch along a stored row, or 0 if unknown

    StillMetadata metadata;

    // Sets the color that a HEIF file states (ISO/IEC 23008-12, 6.5.5). For PQ and HLG, the ICC
    // profile is ignored.
    void take_heif_color(std::span<const uint8_t> icc, int primaries_code_point,
                         int transfer_code_point);
    // Returns whether applying the ICC profile would convert samples. Only RGB samples can be
    // converted, not YUV samples.
    bool converts_colors() const;

    // Sets the pixel aspect ratio, and the density if the unit has a known length. `across` and
    // `down` are the numbers of pixels per unit. If the unit is unknown, `units_per_inch` is 0.
    void take_density(double across, double down, double units_per_inch);

    // Stores the Exif, and sets the orientation that the Exif states.
    void take_exif(std::span<const uint8_t> bytes);
    // Sets the color to Adobe RGB if the Exif states it. An ICC profile has precedence.
    void take_exif_color();

    static constexpr int h273_unspecified = 2;
};

constexpr double meters_per_inch = 0.0254, centimeters_per_inch = 2.54;

constexpr const char* first_of_several = "only the first picture of the file is read";

// Numbers of pixels per unit along a row and a column, as files store them.
struct StoredDensity {
    int across = 0, down = 0;  // 0 if there is nothing to store
    bool has_unit = false;     // else only their ratio has a meaning
};

// Returns the density and the pixel aspect ratio as integers of at most `most`. If the
// density is unknown, or its rounding would change the ratio by 0.5 %, the result has only the
// ratio, and `across` is `scale`. If the ratio is also 1, there is nothing to store.
StoredDensity stored_density(const Still& still, double units_per_inch, int scale, int most);

// Applies all stated properties to a still with the samples of the file, and returns the upright
// picture.
Still honored(Still still, Statements stated);

}  // namespace tonelift
