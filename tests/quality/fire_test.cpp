// SPDX-License-Identifier: BSD-2-Clause
//
// Light brighter than the screen shows: fire turns to yellow and never to pink, cyan turns to blue,
// and texture on a lamp changes its light and not its color. Hues are those of CIELAB.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/quality/charts.h"
#include "tests/quality/mapping.h"
#include "tests/quality/report.h"

namespace quality {
namespace {

constexpr int patch = 40;

// A chart with patches in its field, a row for each of `rows`.
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

// How far the hues of patches turn, in degrees toward larger angles: from red to yellow, from green
// to blue. It is taken in their middles.
Range turn(const std::vector<std::vector<Color>>& rows, const std::string& options) {
    const Light in = patches(rows);
    const Output out = map(in, {.options = options});
    Range range;
    for (int y = field_of(in.height).top + patch / 2; y < field_of(in.height).bottom; y += patch)
        for (int x = patch / 2; x < in.width; x += patch) {
            const double turned = cielab_hue(out.light(x, y)) - cielab_hue(in.at(x, y));
            range.add(std::remainder(turned, 360));
        }
    return range;
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

TEST(Fire, TurnsToYellowAndNeverToRed) {
    for (const std::string preset : {"natural", "faithful", "landscape", "portrait", "night"}) {
        const Range range =
            turn(fire({100, 140, 200, 280, 400, 560, 800, 1100, 1600, 2200, 3000, 4000}),
                 "preset=" + preset);
        judge("turn of fire toward yellow, least, " + preset, range.least, "degrees",
              Bar::at_least(0));
        judge("turn of fire toward yellow, most, " + preset, range.most, "degrees",
              Bar::at_most(25));
    }
}

// As much as film and the eye turn it; less than curves of each channel do, 16 to 37 degrees.
TEST(Fire, IsYellowAtItsCore) {
    for (const std::string preset : {"natural", "faithful"}) {
        const Range range = turn(fire({3000, 4000}), "preset=" + preset);
        judge("turn of fire of 3000 cd/m2 toward yellow, " + preset, range.least, "degrees",
              Bar::at_least(8));
    }
}

// From the twentieth to the last twentieth of the hues of a patch without its margin, in degrees.
double spread(const Output& out, int left, int top) {
    constexpr int margin = 6, side = patch - 2 * margin;
    std::vector<double> hues;
    for (int i = 0; i < side * side; ++i)
        hues.push_back(cielab_hue(out.light(left + margin + i % side, top + margin + i / side)));
    std::sort(hues.begin(), hues.end());
    return hues[hues.size() * 19 / 20] - hues[hues.size() / 20];
}

// The glass of a lamp, and paper beside it: a quarter of a stop of texture.
TEST(Fire, KeepsItsHueInTexture) {
    Light in = patches(fire({150, 400, 1000, 3000}));
    const Field field = field_of(in.height);
    for (int y = field.top; y < field.bottom; ++y)
        for (int x = 0; x < in.width; ++x)
            in.at(x, y) = scaled(in.at(x, y), stops(0.25 * gaussian(3, x / 3, y / 3, 0)));
    for (const std::string preset : {"natural", "faithful", "cinema"}) {
        const Output out = map(in, {.options = "preset=" + preset});
        double worst = 0;
        for (int y = field.top; y < field.bottom; y += patch)
            for (int x = 0; x < in.width; x += patch) worst = std::max(worst, spread(out, x, y));
        judge("spread of hue in the texture of a lamp, " + preset, worst, "degrees",
              Bar::at_most(3));
    }
}

TEST(Neon, OfCyanBlueTurnsToBlue) {
    std::vector<std::vector<Color>> rows;
    for (const double nits : {100, 300, 1000, 2000, 4000}) {
        rows.emplace_back();
        for (const double green : {0.4, 0.6, 0.8}) {
            const Color color = bt709_to_bt2020({0.1, green, 1});
            rows.back().push_back(scaled(color, nits / luminance(color)));
        }
    }
    const Range range = turn(rows, "preset=natural");
    judge("turn of cyan-blue neon toward blue, least", range.least, "degrees", Bar::at_least(0));
    judge("turn of cyan-blue neon toward blue, most", range.most, "degrees", Bar::at_most(35));
}

}  // namespace
}  // namespace quality
