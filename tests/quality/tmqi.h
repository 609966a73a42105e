// SPDX-License-Identifier: BSD-2-Clause
//
// Tone-mapped image quality index: Yeganeh and Wang, "Objective Quality Assessment of Tone-Mapped
// Images", IEEE Transactions on Image Processing 22(2), 2013.
#pragma once

#include <vector>

namespace quality {

struct Plane {
    int width = 0;
    int height = 0;
    std::vector<double> values;
};

struct Tmqi {
    double quality;      // Q in [0, 1]
    double structure;    // S: how much of the structure of the HDR picture is left
    double naturalness;  // N: how much brightness and contrast are those of natural pictures
};

// hdr: luminance in any linear unit; ldr: luma in [0, 255]; both of one size, at least 176x176 so
// that the smallest of five scales holds a window of 11x11.
Tmqi tmqi(const Plane& hdr, const Plane& ldr);

}  // namespace quality
