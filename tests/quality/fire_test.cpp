// SPDX-License-Identifier: BSD-2-Clause
// Tests that fire becomes yellow and never pink, and that bright cyan becomes blue.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/quality/charts.h"
#include "tests/quality/mapping.h"
#include "tests/quality/report.h"

namespace quality::fire_test {
namespace {

constexpr int patch = 40;

Light patches(const std::vector<std::vector<Color>>& rows) {
    const int down = static_cast<int>(rows.size());
    Light picture = chart(static_cast<int>(rows[0].size()) * patch, 2 * down * patch, 20);
    const int top = field_of(picture.height).top;
    for (int y = 0; y < down * patch; ++y)
        for (int x = 0; x < picture.width; ++x)
            picture.at(x, top + y) =
                rows[static_cast<size_t>(y / patch)][static_cast<size_t>(x / patch)];
    return picture;
}

struct Range {
    double least = 1e9;
    double most = -1e9;

    void add(double value) {
        least = std::min(least, value);
        most = std::max(most, value);
    }
};

using Difference = double (*)(const Color& out, const Color& in);

Range differences(const std::vector<std::vector<Color>>& rows, const std::string& options,
                  Difference difference) {
    const Light in = patches(rows);
    const Output out = map(in, {.options = options});
    Range range;
    for (int y = field_of(in.height).top + patch / 2; y < field_of(in.height).bottom; y += patch)
        for (int x = patch / 2; x < in.width; x += patch)
            range.add(difference(out.light(x, y), in.at(x, y)));
    return range;
}

Range turn(const std::vector<std::vector<Color>>& rows, const std::string& options) {
    return differences(rows, options, [](const Color& out, const Color& in) {
        return std::remainder(cielab_hue(out) - cielab_hue(in), 360);
    });
}

std::vector<std::vector<Color>> fire(const std::vector<double>& levels) {
    std::vector<std::vector<Color>> rows;
    for (const double nits : levels) {
        rows.emplace_back();
        for (const double kelvin : {2000.0, 2200.0, 2400.0, 2700.0})
            rows.back().push_back(black_body(kelvin, nits));
    }
    return rows;
}

TEST(Fire, NeverTurnsToRed) {
    for (const std::string preset : {"natural", "faithful", "landscape", "portrait", "night"}) {
        const Range range =
            turn(fire({100, 140, 200, 280, 400, 560, 800, 1100, 1600, 2200, 3000, 4000}),
                 "preset=" + preset);
        judge("turn of fire toward yellow, least, " + preset, range.least, "degrees",
              Bar::at_least(-0.3));
        judge("turn of fire toward yellow, most, " + preset, range.most, "degrees",
              Bar::at_most(25));
    }
}

double spread(const Output& out, int left, int top) {
    constexpr int margin = 6, side = patch - 2 * margin;
    std::vector<double> hues;
    for (int i = 0; i < side * side; ++i)
        hues.push_back(cielab_hue(out.light(left + margin + i % side, top + margin + i / side)));
    std::sort(hues.begin(), hues.end());
    return hues[hues.size() * 19 / 20] - hues[hues.size() / 20];
}

Light textured(const std::vector<double>& levels, double size, int grain) {
    Light in = patches(fire(levels));
    const Field field = field_of(in.height);
    for (int y = field.top; y < field.bottom; ++y)
        for (int x = 0; x < in.width; ++x)
            in.at(x, y) = scaled(in.at(x, y), stops(size * gaussian(3, x / grain, y / grain, 0)));
    return in;
}

double worst_spread(const Light& in, const std::string& options) {
    const Output out = map(in, {.options = options});
    double worst = 0;
    for (int y = field_of(in.height).top; y < field_of(in.height).bottom; y += patch)
        for (int x = 0; x < in.width; x += patch) worst = std::max(worst, spread(out, x, y));
    return worst;
}

TEST(Fire, KeepsItsHueInTexture) {
    const Light in = textured({150, 400, 1000, 3000}, 0.25, 3);
    for (const std::string preset : {"natural", "faithful", "cinema"})
        judge("spread of hue in the texture of a lamp, " + preset,
              worst_spread(in, "preset=" + preset), "degrees", Bar::at_most(3));
}

TEST(Fire, KeepsItsHueInRaisedTexture) {
    const Light in = textured({100, 4000, 200, 4000, 400}, 0.15, 2);
    for (const std::string preset : {"natural", "landscape", "portrait", "dramatic"})
        judge("hue that raised texture of a lamp turns, " + preset,
              worst_spread(in, "preset=" + preset + ":detail=4") -
                  worst_spread(in, "preset=" + preset + ":detail=1"),
              "degrees", Bar::at_most(0.5));
}

std::vector<std::vector<Color>> lights(const std::vector<Color>& colors,
                                       const std::vector<double>& levels) {
    std::vector<std::vector<Color>> rows;
    for (const double nits : levels) {
        rows.emplace_back();
        for (const Color& bt709 : colors) {
            const Color color = bt709_to_bt2020(bt709);
            rows.back().push_back(scaled(color, nits / luminance(color)));
        }
    }
    return rows;
}

TEST(Neon, TurnsFromCyanToBlue) {
    const std::vector<Color> neon = {{0.1, 0.6, 1}, {0.1, 0.7, 1}, {0.1, 0.8, 1}};
    const Range range = turn(lights(neon, {100, 300, 1000, 2000, 4000}), "preset=natural");
    judge("turn of cyan neon toward blue, least", range.least, "degrees", Bar::at_least(-0.3));
    judge("turn of cyan neon toward blue, most", range.most, "degrees", Bar::at_most(35));
}

// Hues are measured in ICtCp, because lines of constant hue in CIELAB bend from blue toward purple.
TEST(Sky, KeepsItsBlueAtAnyBrightness) {
    const std::vector<Color> skies = {{0.15, 0.45, 1}, {0.225, 0.563, 1}, {0.4, 0.65, 1}};
    for (const std::string preset : {"natural", "faithful", "landscape", "portrait"}) {
        const Range range = differences(lights(skies, {200, 500, 1000, 1500, 2000}),
                                        "preset=" + preset, hue_difference);
        judge("hue of bright blue sky, " + preset, range.most, "degrees", Bar::at_most(5));
    }
}

}  // namespace
}  // namespace quality::fire_test
