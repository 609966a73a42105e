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

// hdr: luminance in any linear unit. ldr: luma in [0, 255]. Both are at least 176x176, because a
// window of 11x11 must fit into the smallest of five scales.
Tmqi tmqi(const Plane& hdr, const Plane& ldr);

}  // namespace quality
