// SPDX-License-Identifier: BSD-2-Clause
//
// Bands of gradients in 8 bits: how much of their steps is left after a look, and of texture.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "tests/quality/charts.h"
#include "tests/quality/mapping.h"
#include "tests/quality/presets.h"
#include "tests/quality/report.h"

namespace quality {
namespace {

constexpr int width = 960, height = 320;

Light of_code(double code) {
    const double number = code / 255;
    Light pixel(1, 1, bt1886_light({number, number, number}));
    return pixel;
}

// A dusk: a gradient between two codes of 8 bits across the field, without bands as it is; grain
// of so many codes.
Light gradient(double from, double to, double grain = 0) {
    Light picture = chart(width, height, 20);
    const Field field = field_of(height);
    for (int y = field.top; y < field.bottom; ++y)
        for (int x = 0; x < width; ++x) {
            const double noise = grain > 0 ? grain * gaussian(5, x, y, 0) : 0;
            picture.at(x, y) = of_code(std::lerp(from, to, double(x) / width) + noise).at(0, 0);
        }
    return picture;
}

Output mapped(const Light& in, const std::string& options, bool from_8_bits = true) {
    return map(in, {.options = options, .sdr = true, .from_8_bits = from_8_bits});
}

// Means of the columns of the field.
std::vector<double> profile(const Output& out) {
    const Field field = field_of(height);
    std::vector<double> means;
    for (int x = 0; x < width; ++x) {
        double sum = 0;
        for (int y = field.top + 16; y < field.bottom - 16; ++y) sum += out.luma(x, y);
        means.push_back(sum / (field.bottom - field.top - 32));
    }
    return means;
}

// Deviation of a profile from that of the gradient without bands, away from its ends.
double steps(const Output& out, const Output& even) {
    const std::vector<double> a = profile(out), b = profile(even);
    double sum = 0, squares = 0;
    int count = 0;
    for (size_t x = 96; x + 96 < a.size(); ++x, ++count) {
        sum += a[x] - b[x];
        squares += (a[x] - b[x]) * (a[x] - b[x]);
    }
    return std::sqrt(std::max(0.0, squares / count - sum / count * (sum / count)));
}

// The share of the steps that is left, relative to those without the option.
double steps_left(const Light& in, const std::string& options, const char* deband = "auto") {
    const Output even = mapped(in, options, false);
    return 100 * steps(mapped(in, options + ":deband=" + deband), even) /
           steps(mapped(in, options + ":deband=off"), even);
}

TEST(Bands, AreGone) {
    for (const double codes : {8.0, 20.0, 40.0})
        judge("steps left of bands of " + std::to_string(int(width / codes)) + " pixels",
              steps_left(gradient(30, 30 + codes), "preset=natural"), "%", Bar::at_most(10));
    judge("the same of a bright sky", steps_left(gradient(180, 200), "preset=natural"), "%",
          Bar::at_most(10));
}

TEST(Bands, AreGoneWithAnyPreset) {
    const Light in = gradient(30, 50);
    const Worst worst = worst_of_presets(
        [&](const Mapping& mapping) { return steps_left(in, mapping.options); }, {"faithful"});
    judge("steps left with any preset, worst: " + worst.preset, worst.value, "%", Bar::at_most(10));
}

TEST(Bands, GoAsFarAsIsAsked) {
    const Light in = gradient(30, 50);
    double before = 100;
    for (const char* amount : {"0.25", "0.5", "0.75", "1"}) {
        const double left = steps_left(in, "preset=faithful", amount);
        EXPECT_LT(left, before - 15) << amount;
        before = left;
    }
    EXPECT_LE(before, 10);
}

// Energy of what a pixel differs by from the mean of its neighbors.
double texture(const Output& out) {
    const Field field = field_of(height);
    double energy = 0;
    for (int y = field.top + 16; y < field.bottom - 16; ++y)
        for (int x = 16; x < width - 16; ++x) {
            const double around =
                out.luma(x - 1, y) + out.luma(x + 1, y) + out.luma(x, y - 1) + out.luma(x, y + 1);
            energy += std::pow(out.luma(x, y) - around / 4, 2);
        }
    return energy;
}

TEST(Bands, GoWithoutTextureAndGrain) {
    for (const double grain : {0.7, 1.0, 2.0, 4.0}) {
        const Light in = gradient(60, 80, grain);
        for (const char* deband : {"auto", "1"}) {
            const double kept = texture(mapped(in, std::string("deband=") + deband)) /
                                texture(mapped(in, "deband=off"));
            judge(
                "grain of " + std::to_string(grain).substr(0, 3) + " codes kept, deband=" + deband,
                100 * kept, "%", Bar::at_least(97));
        }
    }
}

TEST(Bands, AreLeftWhereThereAreNone) {
    const Light in = gradient(60, 160, 3);
    EXPECT_EQ(mapped(in, "deband=auto").codes, mapped(in, "deband=off").codes);
}

}  // namespace
}  // namespace quality
