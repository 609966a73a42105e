// SPDX-License-Identifier: BSD-2-Clause
//
// Reads, applies and makes ICC profiles of stills.
#pragma once

#include <memory>

#include "core/color/primaries.h"
#include "tools/pictures/still.h"

namespace tonelift {

class ColorProfile {
  public:
    // The bytes may be damaged.
    explicit ColorProfile(std::span<const uint8_t> bytes);
    // Makes an RGB profile. Light is the code to the power `gamma`.
    ColorProfile(const constants::Primaries& primaries, double gamma);
    // Makes an RGB profile with the curve of an SDR transfer function of H.273. Throws Error
    // (unsupported) for PQ and HLG.
    ColorProfile(const constants::Primaries& primaries, int transfer);

    // Returns the reason why the profile cannot apply to a picture, or "".
    std::string fault(bool gray) const;

    // Returns the H.273 number, or 2 (unspecified) for other primaries and for damaged bytes.
    int primaries() const;

    // Returns whether the color has H.273 numbers, so that samples need no conversion.
    bool has_numbers() const;

    // Sets the color of the still, converting samples if the profile has no H.273 numbers.
    Still applied(Still still) const;

    // Converts CMYK bytes, where 255 is full ink, to Display P3 in 16 bits. Throws Error
    // (unsupported) if the profile is not for CMYK.
    Still from_cmyk(std::span<const uint8_t> samples, int64_t width, int64_t height) const;
    bool is_cmyk() const;

    // Converts CIE L*a*b* to Display P3 in 16 bits. The samples have the 16-bit encoding of
    // ICC.1:2022.
    static Still from_lab(std::span<const uint16_t> samples, int64_t width, int64_t height);

  private:
    struct Numbers {
        int primaries, transfer;
    };
    Numbers numbers() const;
    Still converted(const Still& still) const;

    std::shared_ptr<void> profile_;  // lcms object, or nullptr for damaged bytes
};

// The picture must be SDR.
std::vector<uint8_t> profile_of(const tonelift_video& video);

// Returns whether the color is sRGB, which is the default for files without a profile.
bool is_srgb(const tonelift_video& video);

}  // namespace tonelift
