// SPDX-License-Identifier: BSD-2-Clause
// Fits HDR10+ curves (core/color/bezier.h) to the light that a preset shows on several screens.
#pragma once

#include <span>
#include <vector>

#include "core/color/bezier.h"
#include "core/metadata/bezier_light.h"
#include "core/metadata/film.h"

namespace tonelift {

constexpr int knee_codes = 4095, anchor_codes = 1023;

// The light that a preset shows on a screen, for the tones of a gray ramp.
struct ScreenIntent {
    double peak = 0;
    std::vector<double> light;
};

struct FittedBezier {
    BezierCurve curve{};
    double source = 0;  // peak luminance of the source, cd/m2
};

// Rounds to the codes of the bit stream.
FittedBezier coded(const FittedBezier& fit);

// Returns a straight line if the darkest screen can show all light.
FittedBezier fitted_bezier(std::span<const ScreenIntent> screens, const ShotLight& light,
                           std::span<const ShotLight> frames = {});

}  // namespace tonelift
