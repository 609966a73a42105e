// SPDX-License-Identifier: BSD-2-Clause
//
// The definition of SMPTE ST 2094-50 (public committee draft of 2026-02-23) in doubles: syntax
// elements, their bit stream, and the light that a screen shows.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <random>
#include <vector>

#include "tests/oracle/color_reference.h"

namespace tonelift::plain {

// The syntax elements of annex C with the names of the standard.
struct GainMetadata {
    struct Alternate {
        unsigned headroom = 0;
        unsigned mixing_type = 0;
        std::array<std::optional<unsigned>, 6> mixing{};  // for mixing_type 3
        bool use_pchip_slope = true;
        std::vector<unsigned> x, y, theta;
    };
    unsigned version = 0, minimum_version = 0;
    std::optional<unsigned> reference_white;
    bool has_tone_map = true;
    unsigned baseline = 0;
    bool use_reference_white = false;
    unsigned chromaticities_mode = 2;
    std::array<unsigned, 8> chromaticities{};  // for mode 3
    bool common_mix = false, common_curve = false;
    std::vector<Alternate> alternates;
};

std::vector<uint8_t> bits_of(const GainMetadata& metadata);

// Returns valid metadata with curves that darken a bright picture.
GainMetadata some_gains(std::mt19937& random);

// Returns the value at `at` of the cubic Hermite interpolation with the slopes of Fritsch and
// Butland. Beyond the last point, formula 12 gives the value.
double pchip(const std::vector<double>& x, const std::vector<double>& y, double at);

// Returns the unclipped BT.2020 light in cd/m2 that a screen of this peak shows for the light of
// the picture. If the peak is below the reference white, all light is scaled by their ratio.
reference::Vec3 gained_light(const GainMetadata& metadata, const reference::Vec3& light,
                             double screen);

}  // namespace tonelift::plain
