// SPDX-License-Identifier: BSD-2-Clause
//
// The tone mapping of SMPTE ST 2094-40 (HDR10+): a line up to the knee, then a Bezier curve, for a
// targeted screen; and its adaptation to other screens by the rules of the standard's annex B, as
// libplacebo applies them (src/tone_mapping.c).
#pragma once

#include <span>
#include <vector>

#include "tools/metadata/film.h"

namespace tonelift {

struct BezierCurve {
    double target = 0;             // peak of the targeted screen, cd/m2
    double knee_x = 0, knee_y = 0;  // [0, 1]: shares of the source's peak and of the target
    std::vector<double> anchors;    // [0, 1]; without the end points 0 and 1
};

// The curve for a screen whose peak differs from the target. source: peak of the source, cd/m2.
BezierCurve adapted(const BezierCurve& curve, double source, double screen);

// The light on the targeted screen, cd/m2, for light of the source.
double shown_light(const BezierCurve& curve, double source, double light);

// The curve with the precision of its codes: 12 bits for the knee, 10 bits for anchors.
BezierCurve coded(const BezierCurve& curve);
constexpr int knee_codes = 4095, anchor_codes = 1023;
constexpr size_t most_anchors = 9;  // profile B

// Light that screens of a peak are meant to show for tones of a gray picture (PresetCurve).
struct ScreenIntent {
    double peak = 0;  // cd/m2
    std::vector<double> light;
};

// The curve that comes closest on all screens, in PQ codes. It applies to the largest component of a
// pixel, and the intent to its luminance: the usual distance between them is taken into account.
BezierCurve fitted_bezier(std::span<const ScreenIntent> screens, const ShotLight& light);

}  // namespace tonelift
