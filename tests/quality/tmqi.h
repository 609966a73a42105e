// SPDX-License-Identifier: BSD-2-Clause
//
// The tone-mapped image quality index (TMQI) of Yeganeh and Wang, "Objective Quality Assessment of
// Tone-Mapped Images", IEEE Transactions on Image Processing 22(2), 2013.
#pragma once

#include <vector>

namespace quality {

struct Plane {
    int width = 0;
    int height = 0;
    std::vector<double> values;
};

struct Tmqi {
    double quality;
    double structure;
    double naturalness;
};

// Returns the TMQI of a mapped picture. `hdr` is luminance, `ldr` is luma, and both are at least
// 176x176 pixels.
Tmqi tmqi(const Plane& hdr, const Plane& ldr);

}  // namespace quality
