// SPDX-License-Identifier: BSD-2-Clause
// Fits HDR10+ curves (core/color/bezier.h) to the luminances that a preset produces on several
// screens.
#pragma once

#include <span>
#include <vector>

#include "core/color/bezier.h"
#include "core/metadata/shot_light.h"

namespace tonelift {

constexpr int knee_codes = 4095, anchor_codes = 1023;

// The light that a screen shows for each tone of a gray ramp, in cd/m2. A preset has mapped the
// ramp.
struct ScreenIntent {
    double peak = 0;
    std::vector<double> light;
};

struct FittedBezier {
    BezierCurve curve{};
    double source = 0;  // peak luminance of the source, cd/m2
};

// Rounds each value to the nearest code of the bit stream.
FittedBezier coded(const FittedBezier& fit);

// Returns one curve for all `screens`. `frames` are unusual frames of the shot, which the curve
// must also fit. Returns a straight line if the darkest screen can show all light of the shot.
FittedBezier fitted_bezier(std::span<const ScreenIntent> screens, const ShotLight& light,
                           std::span<const ShotLight> frames = {});

}  // namespace tonelift
