// SPDX-License-Identifier: BSD-2-Clause
//
// Fits curves of HDR10+ (core/color/bezier.h) to the picture of a preset, on several screens.
#pragma once

#include <span>
#include <vector>

#include "core/color/bezier.h"
#include "core/metadata/bezier_light.h"
#include "core/metadata/film.h"

namespace tonelift {

constexpr int knee_codes = 4095, anchor_codes = 1023;

// The light that a preset shows on a screen, for the tones of a gray picture (PresetCurve).
struct ScreenIntent {
    double peak = 0;  // cd/m2
    std::vector<double> light;
};

struct FittedBezier {
    BezierCurve curve{};
    double source = 0;  // luminance of the stated peaks of R, G and B in the scene, cd/m2
};

// Rounds a curve to its codes: 0.1 cd/m2 for the source, 12 bits for the knee, 10 bits for anchors.
FittedBezier coded(const FittedBezier& fit);

// Returns the curve with the smallest maximum error, in PQ codes. The maximum is taken over the
// screens, the shot as a whole, and each of the `frames`, whose light differs from that of the
// shot. Errors on screens below 150 cd/m2 count 1.1 times. The target of the curve need not be one
// of the screens. If the darkest screen can show all light, the curve is a straight line.
FittedBezier fitted_bezier(std::span<const ScreenIntent> screens, const ShotLight& light,
                           std::span<const ShotLight> frames = {});

}  // namespace tonelift
