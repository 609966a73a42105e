// SPDX-License-Identifier: BSD-2-Clause
//
// ICC profiles of stills.
#pragma once

#include <memory>

#include "core/color/primaries.h"
#include "tools/pictures/still.h"

namespace tonelift {

// The color of a picture, as an ICC profile says it.
class ColorProfile {
  public:
    // The profile that a file has; the bytes may be damaged.
    explicit ColorProfile(std::span<const uint8_t> bytes);
    // RGB of these primaries whose light is the code to the power `gamma`.
    ColorProfile(const constants::Primaries& primaries, double gamma);
    // The same with the curve of an SDR transfer function of H.273. Throws Error (unsupported) for
    // PQ and HLG.
    ColorProfile(const constants::Primaries& primaries, int transfer);

    // Why a picture cannot have this profile, as "it is damaged"; "" if it can. gray: whether the
    // picture has one color. Other functions need a profile without a fault.
    std::string fault(bool gray) const;

    // The number of the primaries; 2 for others and for damaged bytes.
    int primaries() const;

    // Whether the primaries and the transfer function have numbers, so that samples stay as they
    // are.
    bool has_numbers() const;

    // The still with its color set. Where there are no numbers, colors are converted: gray to the
    // curve of sRGB, RGB to Display P3 in 16 bits, RGB in floats to Display P3 or, where it is
    // linear light, to BT.2020. A frame of RGB may hold gray; YUV needs numbers.
    Still applied(Still still) const;

    // A picture of C M Y K in bytes, 255 the full ink, as Display P3 in 16 bits. Throws Error
    // (unsupported) for a profile of other colors.
    Still from_cmyk(std::span<const uint8_t> samples, int64_t width, int64_t height) const;
    bool is_cmyk() const;

  private:
    struct Numbers {
        int primaries, transfer;
    };
    Numbers numbers() const;
    Still converted(const Still& still) const;

    std::shared_ptr<void> profile_;  // of lcms; nullptr for damaged bytes
};

// A profile of the primaries and the transfer function of an SDR picture.
std::vector<uint8_t> profile_of(const tonelift_video& video);

// Whether the color is sRGB, which files without a profile are taken for.
bool is_srgb(const tonelift_video& video);

}  // namespace tonelift
