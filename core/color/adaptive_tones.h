// SPDX-License-Identifier: BSD-2-Clause
//
// Parses the headroom-adaptive tone map of SMPTE ST 2094-50, which is metadata of a frame. Names
// and the numbers of clauses and formulas are those of the public committee draft of 2026-02-23.
// Light is relative to the HDR reference white. Headroom and gains are in stops.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/math/constants.h"

namespace tonelift {

constexpr size_t most_control_points = 32, most_alternates = 4;

// A curve that gives the gain for a color. Its input is a weighted sum of the color's components
// (clauses 6.4 and 6.5).
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

// Parses the metadata of SMPTE ST 2094-50 (annex C, smpte_st_2094_50_application_info()). Returns
// nullptr, or a text that says what is broken. *tones is incomplete if the metadata is broken.
const char* read_adaptive_tones(std::span<const uint8_t> bytes, AdaptiveTones* tones);

// One of the gain curves that are mixed for a screen, with its weight (clause 6.2.5). The baseline
// picture has no entry, because its gain is 0.
struct WeightedGain {
    const ColorGain* gain = nullptr;  // nullptr: unused
    double weight = 0;
};
std::array<WeightedGain, 2> gains_for(const AdaptiveTones& tones, double headroom);

}  // namespace tonelift
