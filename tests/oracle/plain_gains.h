// SPDX-License-Identifier: BSD-2-Clause
//
// The definition of SMPTE ST 2094-50 (public committee draft of 2026-02-23), in doubles. It has the
// syntax elements, their bit stream, and the light that a screen shows.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <random>
#include <vector>

#include "tests/oracle/color_reference.h"

namespace tonelift::plain {

// The syntax elements of annex C, with their names in the standard.
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

// Returns random valid metadata, whose curves darken bright pictures.
GainMetadata some_gains(std::mt19937& random);

// Interpolates cubically between points, with the slopes of Fritsch and Butland. Beyond the last
// point, formula 12 is used.
double pchip(const std::vector<double>& x, const std::vector<double>& y, double at);

// Returns the light that a screen with this peak shows, in BT.2020 and cd/m2, without clipping. If
// the peak is below the reference white, all light is scaled by their ratio.
reference::Vec3 gained_light(const GainMetadata& metadata, const reference::Vec3& light,
                             double screen);

}  // namespace tonelift::plain
