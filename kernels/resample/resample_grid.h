// SPDX-License-Identifier: BSD-2-Clause
//
// Computes positions of output pixels in the input. Positions are doubles, because floats are not
// precise enough.
#pragma once

#include <algorithm>

#include "kernels/math/host_device.h"

namespace tonelift {

TONELIFT_INLINE double grid_scale(int in_size, int out_size) {
    return static_cast<double>(in_size) / out_size;
}

// The part of an input row or column that an output pixel covers, from begin to begin + length, in
// input pixels.
struct Cover {
    double begin;
    double length;
    TONELIFT_INLINE int first() const { return static_cast<int>(begin); }
};

TONELIFT_INLINE Cover area_cover(int at, double scale, int in_size) {
    const double last = in_size * (1.0 - 0x1p-53);
    return {std::min(at * scale, last), scale};
}

TONELIFT_INLINE double area_weight(const Cover& cover, int i) {
    return std::max(0.0, std::min(cover.begin + cover.length, i + 1.0) -
                             std::max(cover.begin, static_cast<double>(i)));
}

struct Pair {
    int low;
    int high;
    double part;
};

TONELIFT_INLINE Pair bilinear_pair(int at, double scale, int in_size) {
    const double center = (at + 0.5) * scale - 0.5;
    // The conversion to int rounds toward 0. Because center + 1 is positive, this rounds down.
    const int low = static_cast<int>(center + 1.0) - 1;
    return {std::clamp(low, 0, in_size - 1), std::clamp(low + 1, 0, in_size - 1), center - low};
}

}  // namespace tonelift
