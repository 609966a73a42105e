// SPDX-License-Identifier: BSD-2-Clause
// Computes the linear light that tests of still pictures expect, from the formulas of the
// standards.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/unit/stills_support.h"

namespace tonelift {

constexpr double half_code = 128 / 255.0;

inline Vector3 power(const Vector3& codes, double gamma) {
    return {std::pow(codes[0], gamma), std::pow(codes[1], gamma), std::pow(codes[2], gamma)};
}

inline Vector3 srgb_light(const Vector3& codes) {
    return {light_of_code(codes[0], srgb), light_of_code(codes[1], srgb),
            light_of_code(codes[2], srgb)};
}

inline Vector3 from(const constants::Primaries& primaries, const Vector3& light) {
    return multiply(convert_primaries(primaries, h273::primaries_bt709), light);
}

inline Vector3 from(int primaries, const Vector3& light) {
    return from(chromaticities(primaries), light);
}

inline void expect_light(const Still& still, const Vector3& expected, double tolerance) {
    const Vector3 light = light_of(still, 1, 1);
    for (size_t i = 0; i < 3; ++i) EXPECT_NEAR(light[i], expected[i], tolerance) << i;
}

inline bool has_note(const Still& still, const std::string& part) {
    return std::any_of(still.notes.begin(), still.notes.end(), [&](const std::string& note) {
        return note.find(part) != std::string::npos;
    });
}

inline const Vector3 gray{half_code, half_code, half_code};
inline const Vector3 green{100 / 255.0, 180 / 255.0, 90 / 255.0};
inline const std::vector<uint16_t> green_pixel{100, 180, 90};

}  // namespace tonelift
