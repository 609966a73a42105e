// SPDX-License-Identifier: BSD-2-Clause
//
// Fits the tone map of SMPTE ST 2094-50. The tone map has gains for up to four alternate pictures,
// for screens with less headroom than the picture. Names are those of the standard. Light is
// relative to the HDR reference white, and headroom is in stops above it.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/color/adaptive_tones.h"
#include "core/metadata/bezier_fit.h"

namespace tonelift {

// Weights with which the gain depends on luminance (ITU-R BT.2020), as in relight().
constexpr std::array<double, 3> luminance_mix = {0.2627, 0.6780, 0.0593};

struct GainCurves {
    struct Alternate {
        double headroom = 0;
        std::vector<double> gain;  // stops, at most 0, at the control points
    };
    double baseline_headroom = 0;
    std::vector<double> x;  // control points, common to all alternates
    std::vector<Alternate> alternates;
};

// Fits gain curves to the intended light on the screens. `source` is the brightest light of the
// shot in cd/m2. A screen gets no alternate if it is darker than the reference white or as bright
// as the source.
GainCurves fitted_gains(std::span<const ScreenIntent> screens, double source);

// Returns the gain of an alternate in stops. It is a monotonic cubic between the control points
// (PCHIP).
double gain_at(const GainCurves& curves, size_t alternate, double x);

// Returns the metadata as a bit stream (annex C, smpte_st_2094_50_application_info()).
std::vector<uint8_t> st2094_50_bits(const GainCurves& curves);

}  // namespace tonelift
