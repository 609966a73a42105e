// SPDX-License-Identifier: BSD-2-Clause
//
// ICC profiles of stills.
#pragma once

#include "tools/pictures/still.h"

namespace tonelift {

// Sets the color of a still from the profile that its file has. Profiles of known primaries and
// curves are taken as they are; a picture with any other is converted to Display P3 in 16 bits.
// Throws Error (unsupported) for a profile of another kind of color, as CMYK.
Still with_profile(Still still, std::span<const uint8_t> profile);

// A profile of the primaries and the transfer function of an SDR picture.
std::vector<uint8_t> profile_of(const tonelift_video& video);

// Whether the color is sRGB, which files without a profile are taken for.
bool is_srgb(const tonelift_video& video);

}  // namespace tonelift
