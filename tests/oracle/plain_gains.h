// SPDX-License-Identifier: BSD-2-Clause
// Computes the gains of SMPTE ST 2094-50 (public committee draft of 2026-02-23) in double
// precision.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <random>
#include <vector>

#include "tests/oracle/color_reference.h"

namespace tonelift::plain {

// Syntax elements of SMPTE ST 2094-50, annex C, in the order of the standard.
struct GainMetadata {
    struct Alternate {
        unsigned headroom = 0;
        unsigned mixing_type = 0;
        std::array<std::optional<unsigned>, 6> mixing{};
        bool use_pchip_slope = true;
        std::vector<unsigned> x, y, theta;
    };
    unsigned version = 0, minimum_version = 0;
    std::optional<unsigned> reference_white;
    bool has_tone_map = true;
    unsigned baseline = 0;
    bool use_reference_white = false;
    unsigned chromaticities_mode = 2;
    std::array<unsigned, 8> chromaticities{};
    bool common_mix = false, common_curve = false;
    std::vector<Alternate> alternates;
};

std::vector<uint8_t> bits_of(const GainMetadata& metadata);

GainMetadata some_gains(std::mt19937& random);

// Returns the value at position `at` of a piecewise cubic curve through the points (x, y). The
// slopes at the points are those of Fritsch and Butland.
double pchip(const std::vector<double>& x, const std::vector<double>& y, double at);

// Applies the gains to linear BT.2020 light for a screen with the peak `screen`. Returns light in
// cd/m2, without clipping.
reference::Vec3 gained_light(const GainMetadata& metadata, const reference::Vec3& light,
                             double screen);

}  // namespace tonelift::plain
