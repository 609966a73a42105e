// SPDX-License-Identifier: BSD-2-Clause
// Parses the headroom-adaptive tone map of SMPTE ST 2094-50, committee draft of 2026-02-23. Light
// values are relative: 1.0 is the HDR reference white. Headroom and gains are in stops.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/math/constants.h"

namespace tonelift {

constexpr size_t most_control_points = 32, most_alternates = 4;

// A gain as a curve over a weighted sum of the color's components (clauses 6.4 and 6.5 of ST
// 2094-50).
struct ColorGain {
    // Weights of red, green and blue, of the maximum and the minimum of these three, and of the
    // component to which the gain is applied.
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
    bool is_given = false;  // false: there is no tone map, and the fields below are unused
    double baseline = 0;
    constants::Primaries primaries = constants::primaries_2020;
    std::array<AlternateImage, most_alternates> alternate{};  // in ascending order of headroom
    size_t alternates = 0;
};

// Returns nullptr on success, else a message that describes the error. After an error, *tones is
// incomplete.
const char* read_adaptive_tones(std::span<const uint8_t> bytes, AdaptiveTones* tones);

// A gain curve and its weight, 0 to 1, in an interpolation between two curves (clause 6.2.5 of ST
// 2094-50). A null `gain` stands for the unchanged baseline picture.
struct WeightedGain {
    const ColorGain* gain = nullptr;
    double weight = 0;
};
std::array<WeightedGain, 2> gains_for(const AdaptiveTones& tones, double headroom);

}  // namespace tonelift
