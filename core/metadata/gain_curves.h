// SPDX-License-Identifier: BSD-2-Clause
// Fits the tone map of SMPTE ST 2094-50: gains for screens with less headroom than the source.
// Light is relative to the HDR reference white. Headroom is in stops above this white.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/metadata/bezier_fit.h"

namespace tonelift {

// weights of R, G and B in the luminance (ITU-R BT.2020)
constexpr std::array<double, 3> luminance_mix = {0.2627, 0.6780, 0.0593};

struct GainCurves {
    struct Alternate {
        double headroom = 0;
        std::vector<double> gain;  // at each element of `x`, in stops, at most 0
    };
    double baseline_headroom = 0;
    std::vector<double> x;
    std::vector<Alternate> alternates;
};

// `source` is the brightest light of the shot in cd/m2.
GainCurves fitted_gains(std::span<const ScreenIntent> screens, double source);

// Returns the gain at light `x`, in stops. A monotonic cubic (PCHIP) connects the control points.
double gain_at(const GainCurves& curves, size_t alternate, double x);

// Returns the bit stream smpte_st_2094_50_application_info() (annex C) with these curves.
std::vector<uint8_t> st2094_50_bits(const GainCurves& curves);

}  // namespace tonelift
