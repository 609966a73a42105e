// SPDX-License-Identifier: BSD-2-Clause
//
// Conversion between integer sample values and normalized numbers.
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// The code of a normalized value is zero + scale * value. Integer codes are clamped to [lowest,
// highest] when they are written. Float samples are neither scaled nor clamped.
struct CodeRange {
    float zero;
    float scale;
    float lowest;
    float highest;
};

// Returns the code range of a component, as defined by ITU-R BT.709-6 item 6.10 and ITU-R BT.2100-2
// table 9.
inline CodeRange code_range(const Picture& picture, int component) {
    const Format& format = *picture.format;
    if (format.sample == Sample::F32) return {0, 1, 0, 0};
    const auto unit = static_cast<float>(1 << (format.depth - 8));
    const float last = 256 * unit - 1;
    const bool chroma = format.family == Family::YUV && (component == 1 || component == 2);
    if (picture.full_range || component == 3) return {chroma ? 128 * unit : 0, last, 0, last};
    const bool reserved = format.family != Family::RGB;
    return {(chroma ? 128 : 16) * unit, (chroma ? 224 : 219) * unit, reserved ? unit : 0,
            reserved ? 255 * unit - 1 : last};
}

}  // namespace tonelift
