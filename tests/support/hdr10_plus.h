// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <tonelift/tonelift.h>

#include <algorithm>
#include <cmath>

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

// Returns the curve at `x`: a line up to the knee, then a sum of Bernstein polynomials (SMPTE ST
// 2094-40, annex B).
inline double defined_curve(const BezierCurve& curve, double x) {
    if (x <= curve.knee_x && curve.knee_x > 0) return x * curve.knee_y / curve.knee_x;
    const size_t n = curve.anchors.size() + 1;
    const double t = (x - curve.knee_x) / (1 - curve.knee_x);
    double sum = 0, binomial = 1;
    for (size_t k = 0; k <= n; ++k) {
        const double point = k == 0 ? 0 : k == n ? 1 : curve.anchors[k - 1];
        sum += binomial * std::pow(t, k) * std::pow(1 - t, n - k) * point;
        binomial *= static_cast<double>(n - k) / static_cast<double>(k + 1);
    }
    return curve.knee_y + (1 - curve.knee_y) * sum;
}

}  // namespace tonelift
