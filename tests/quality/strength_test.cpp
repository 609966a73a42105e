// SPDX-License-Identifier: BSD-2-Clause
// Tests that the option `strength` blends from `faithful` at 0 to the full look at 1. The
// difference from `faithful` must grow with strength.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/quality/charts.h"
#include "tests/quality/mapping.h"
#include "tests/quality/presets.h"

namespace quality::strength_test {
namespace {

constexpr int width = 320, height = 240;

Light textured_slope() {
    Light picture = chart(width, height, 20);
    const Field field = field_of(height);
    for (int y = field.top; y < field.bottom; ++y)
        for (int x = 0; x < width; ++x) {
            const double light = 800 * std::pow(0.5 / 800, static_cast<double>(x) / width);
            picture.at(x, y) = gray(light * stops(0.25 * gaussian(9, x / 3, y / 3, 0)));
        }
    return picture;
}

double distance(const Output& a, const Output& b) {
    double sum = 0;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) sum += std::abs(a.luma(x, y) - b.luma(x, y));
    return sum / (width * height);
}

Output at_strength(const Light& in, const std::string& preset, double strength, bool sdr) {
    return map(
        in, {.options = "preset=" + preset + ":strength=" + std::to_string(strength), .sdr = sdr});
}

TEST(Strength, ZeroIsFaithful) {
    const Light in = textured_slope();
    for (const bool sdr : {false, true}) {
        const Output faithful = map(in, {.options = "preset=faithful", .sdr = sdr});
        for (const std::string& preset : all_presets()) {
            if (preset == "cinema") continue;
            EXPECT_EQ(at_strength(in, preset, 0, sdr).codes, faithful.codes)
                << preset << ", SDR " << sdr;
        }
    }
}

TEST(Strength, SmallParamChangesThePictureLittle) {
    const Light in = textured_slope();
    const Output faithful = map(in, {.options = "preset=faithful"});
    for (const char* set : {"detail=1.001", "shadows=0.001", "contrast=-0.001"}) {
        const Output moved = map(in, {.options = std::string("preset=faithful:set=") + set});
        EXPECT_GT(distance(faithful, moved), 0) << set;
        EXPECT_LT(distance(faithful, moved), 0.1) << set;
    }
}

TEST(Strength, InterpolatesFromFaithfulToTheFullLook) {
    const Light in = textured_slope();
    for (const char* preset : {"natural", "vivid", "dramatic", "landscape", "portrait", "night"}) {
        for (const bool sdr : {false, true}) {
            const Output none = at_strength(in, preset, 0, sdr);
            const Output whole = at_strength(in, preset, 1, sdr);
            double gone = 0, left = distance(none, whole);
            for (const double strength : {0.25, 0.5, 0.75, 1.0}) {
                const Output some = at_strength(in, preset, strength, sdr);
                EXPECT_GE(distance(none, some), gone) << preset << " at " << strength;
                EXPECT_LE(distance(some, whole), left) << preset << " at " << strength;
                gone = distance(none, some);
                left = distance(some, whole);
            }
            EXPECT_GT(gone, 1) << preset << ": the look changes nothing";
        }
    }
}

}  // namespace
}  // namespace quality::strength_test
