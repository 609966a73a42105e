// SPDX-License-Identifier: BSD-2-Clause
//
// Reads, applies and makes the ICC profiles of still pictures.
#pragma once

#include <memory>

#include "core/color/primaries.h"
#include "tools/pictures/still.h"

namespace tonelift {

class ColorProfile {
  public:
    // Reads an ICC profile. If the bytes are damaged, fault() reports it.
    explicit ColorProfile(std::span<const uint8_t> bytes);
    // Makes an RGB profile in which light is the code to the power `gamma`.
    ColorProfile(const constants::Primaries& primaries, double gamma);
    // Makes an RGB profile with the curve of an SDR transfer function of H.273. Throws Error
    // (unsupported) for PQ and HLG.
    ColorProfile(const constants::Primaries& primaries, int transfer);

    // Returns the reason why the profile cannot apply to an RGB picture (or a gray picture if
    // `gray` is true). Returns an empty string if it can.
    std::string fault(bool gray) const;

    // Returns the H.273 number of the primaries. Returns 2 (unspecified) if they have no number or
    // the profile is damaged.
    int primaries() const;

    // Returns whether H.273 has numbers for both the primaries and the transfer function. If so,
    // samples need no conversion.
    bool has_numbers() const;

    // Sets the color of the still to that of the profile. If the profile has no H.273 numbers, the
    // samples are converted.
    Still applied(Still still) const;

    // Converts CMYK bytes, where 255 is full ink, to 16-bit RGB in Display P3. Throws Error
    // (unsupported) if the profile is not for CMYK.
    Still from_cmyk(std::span<const uint8_t> samples, int64_t width, int64_t height) const;
    bool is_cmyk() const;

    // Converts CIE L*a*b* samples to 16-bit RGB in Display P3. The samples have the 16-bit encoding
    // of ICC.1:2022.
    static Still from_lab(std::span<const uint16_t> samples, int64_t width, int64_t height);

  private:
    struct Numbers {
        int primaries, transfer;
    };
    Numbers numbers() const;
    Still converted(const Still& still) const;

    std::shared_ptr<void> profile_;  // profile of lcms, or nullptr for damaged bytes
};

// Returns an ICC profile for the color of an SDR picture. Throws Error (unsupported) for PQ and
// HLG.
std::vector<uint8_t> profile_of(const tonelift_video& video);

// Returns whether the color is sRGB, which is the default for files without a profile.
bool is_srgb(const tonelift_video& video);

}  // namespace tonelift
