// SPDX-License-Identifier: BSD-2-Clause
//
// Curves of HDR10+ (core/color/bezier.h) that show what a preset shows, on several screens.
#pragma once

#include <span>
#include <vector>

#include "core/color/bezier.h"
#include "core/metadata/film.h"

namespace tonelift {

constexpr int knee_codes = 4095, anchor_codes = 1023;
constexpr size_t most_anchors = 9;  // profile B

// Light that screens of a peak are meant to show for tones of a gray picture (PresetCurve).
struct ScreenIntent {
    double peak = 0;  // cd/m2
    std::vector<double> light;
};

struct FittedBezier {
    BezierCurve curve{};
    double source = 0;  // the light that the curve begins at, cd/m2: the stated peak of the scene
};

// The curve with the precision of its codes: 0.1 cd/m2 for the source, 12 bits for the knee, 10
// bits for anchors.
FittedBezier coded(const FittedBezier& fit);

// The curve that comes closest on all screens, in PQ codes. A single screen is its target. Light
// that the darkest screen can show stays as it is.
FittedBezier fitted_bezier(std::span<const ScreenIntent> screens, const ShotLight& light);

}  // namespace tonelift
