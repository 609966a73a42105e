// SPDX-License-Identifier: BSD-2-Clause
//
// The statements of a file about its picture, apart from the samples. Readers collect them, and a
// single function applies them, so that a statement has the same meaning in every kind of file.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/color/primaries.h"
#include "tools/pictures/still.h"

namespace tonelift {

// A part of a picture, or of the plane that contains it, in pixels.
struct Window {
    int64_t x = 0, y = 0, width = 0, height = 0;
};

struct Statements {
    // Color. What comes first and can be used counts: the profile, then chromaticities and gamma,
    // then the numbers. A reader leaves out what the standard of its kind ranks below another
    // statement.
    std::vector<uint8_t> profile;  // ICC profile; empty: none
    bool gray = false;             // whether the file has a single color component, even if the
                                   // frame is RGB
    std::optional<constants::Primaries> chromaticities;
    double gamma = 0;  // light is the code to this power; 0: use `transfer`
    int primaries = h273_unspecified, transfer = h273_unspecified;
    // Factor of linear light that makes reference white 1.
    double exposure = 1;

    bool multiplied = false;  // whether colors are multiplied by alpha
    // The visible window, relative to the first pixel; it may be larger than the picture.
    std::optional<Window> shown;
    int orientation = 1;      // as in Exif, 1 to 8, applied after the window; others are ignored
    double pixel_aspect = 1;  // width of a pixel over its height, before rotation

    StillMetadata metadata;

    // Takes the color of a file of HEIF (ISO/IEC 23008-12), 6.5.5: a profile takes precedence over
    // numbers, except over those of PQ and HLG, which profiles cannot express.
    void take_heif_color(std::span<const uint8_t> icc, int primaries_number, int transfer_number);
    // Whether the profile converts the colors; possible for RGB, not for codes of YUV.
    bool converts_colors() const;

    // Takes Exif with its orientation.
    void take_exif(std::span<const uint8_t> bytes);
    // Takes the color of Exif, which is used if there is no profile.
    void take_exif_color();

    static constexpr int h273_unspecified = 2;
};

// The note of a file of several pictures.
constexpr const char* first_of_several = "only the first picture of the file is read";

// The picture with all statements applied. The frame contains the samples as stored in the file; a
// YUV frame must have a color with H.273 numbers and straight alpha. A statement that makes no
// sense is ignored with a note.
Still honored(Still still, Statements stated);

}  // namespace tonelift
