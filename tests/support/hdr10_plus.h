// SPDX-License-Identifier: BSD-2-Clause
//
// HDR10+ metadata for tests.
#pragma once

#include <tonelift/tonelift.h>

#include <algorithm>

#include "core/color/bezier.h"

namespace tonelift {

inline const BezierCurve soft{300, 0.05, 0.15, {0.3, 0.5, 0.65, 0.75, 0.83, 0.9, 0.94, 0.97, 0.99}};
inline const BezierCurve hard{500, 0.1, 0.3, {0.2, 0.4, 0.9}};

inline tonelift_hdr10_plus metadata_of(double peak, const BezierCurve& curve) {
    tonelift_hdr10_plus metadata;
    tonelift_hdr10_plus_default(&metadata);
    metadata.scene_peak = peak;
    metadata.target = curve.target;
    metadata.knee_x = curve.knee_x;
    metadata.knee_y = curve.knee_y;
    std::copy(curve.anchors.begin(), curve.anchors.end(), metadata.anchors);
    metadata.anchor_count = static_cast<int>(curve.anchors.size());
    return metadata;
}

}  // namespace tonelift
