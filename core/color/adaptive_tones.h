// SPDX-License-Identifier: BSD-2-Clause
//
// The headroom-adaptive tone map of SMPTE ST 2094-50, parsed from the metadata of a frame. The
// names and numbers of clauses and formulas are those of the public committee draft of 2026-02-23.
// Light is relative to the HDR reference white, headroom and gains are in stops.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/math/constants.h"

namespace tonelift {

constexpr size_t most_control_points = 32, most_alternates = 4;

// A gain, as a function of the mixed components of a color (clauses 6.4 and 6.5).
struct ColorGain {
    // Weights of red, green, blue, the maximum, the minimum, and the component itself.
    std::array<double, 6> mix{};
    struct Point {
        double x, y, slope;
    };
    std::array<Point, most_control_points> point{};
    size_t points = 0;
};

struct AlternateImage {
    double headroom = 0;
    ColorGain gain{};
};

struct AdaptiveTones {
    double white = 203;     // HDR reference white, cd/m2
    bool is_given = false;  // whether there is a tone map; if not, the fields below are meaningless
    double baseline = 0;    // headroom of the picture
    constants::Primaries primaries = constants::primaries_2020;  // gain application color space
    std::array<AlternateImage, most_alternates> alternate{};     // in ascending order of headroom
    size_t alternates = 0;
};

// Reads smpte_st_2094_50_application_info() (annex C). Returns the fault of broken metadata, else
// nullptr; *tones is complete only without a fault.
const char* read_adaptive_tones(std::span<const uint8_t> bytes, AdaptiveTones* tones);

// A gain of the tone map for a screen of a certain headroom, and its weight (clause 6.2.5). The
// gain of the baseline picture is 0 and is left out.
struct WeightedGain {
    const ColorGain* gain = nullptr;  // nullptr: unused
    double weight = 0;
};
std::array<WeightedGain, 2> gains_for(const AdaptiveTones& tones, double headroom);

}  // namespace tonelift
