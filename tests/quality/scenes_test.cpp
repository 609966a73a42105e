// SPDX-License-Identifier: BSD-2-Clause
//
// The brightness of whole scenes: a bright one comes out brighter than a dark one, and night as
// night, whether the stream says how bright it was or not.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/quality/charts.h"
#include "tests/quality/mapping.h"
#include "tests/quality/report.h"
#include "tests/quality/still.h"

namespace quality {
namespace {

constexpr int width = 320, height = 180;

struct Stream {
    const char* name;
    int transfer;  // ITU-T H.273
    bool absolute;
};

constexpr Stream streams[] = {{"PQ", 16, true}, {"HLG", 18, false}, {"linear", 8, false}};

// Things of unlike reflectance, 8 pixels wide, with texture of their own.
double things(int x, int y, double swing) {
    return stops(swing * gaussian(7, x / 8, y / 8, 0) + 0.2 * gaussian(8, x / 2, y / 2, 0));
}

// A sky four times as bright as the ground, over a third of the picture.
Light day() {
    Light out(width, height);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            out.at(x, y) = gray(y < height / 3 ? 4 + 0.01 * y : things(x, y, 0.7));
    return out;
}

// The same walls with a lamp every 80 pixels, 0.8 % of the picture, 600 times as bright as they
// are.
Light night() {
    Light out(width, height);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const bool lamp = std::hypot(x % 80 - 40, y % 90 - 30) < 4;
            out.at(x, y) = gray(lamp ? 600 : things(x, y, 0.7));
        }
    return out;
}

// The same walls, lit through a window that takes a sixth of the picture and is 100 times as
// bright.
Light room_with_window() {
    Light out(width, height);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const bool window = x >= 180 && x < 280 && y >= 30 && y < 130;
            out.at(x, y) = gray((window ? 100 : 1) * things(x, y, 0.7));
        }
    return out;
}

// A room without windows: walls and furniture under even light.
Light even_room() {
    Light out(width, height);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const double wall = y < height / 2 ? 1 : 0.8 * gaussian(9, x / 24, y / 20, 0) - 0.5;
            out.at(x, y) = gray(20 * stops(wall + 0.08 * gaussian(10, x / 2, y / 2, 0)));
        }
    return out;
}

// From the tone that a twentieth is darker than to the one that a twentieth is brighter than.
double range_of_tones(const Output& out) {
    std::vector<double> luma;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) luma.push_back(out.luma(x, y));
    std::sort(luma.begin(), luma.end());
    return luma[luma.size() * 19 / 20] - luma[luma.size() / 20];
}

double mean_luma(const Light& scene, const Stream& stream) {
    const Output out = map(scene, {.transfer = stream.transfer});
    double sum = 0;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) sum += out.luma(x, y);
    return sum / (width * height);
}

TEST(Scenes, AreBrighterWhereTheirLightIs) {
    for (const Stream& stream : streams) {
        double least = 255, before = 0;
        for (const double nits : {5.0, 10.0, 20.0, 40.0, 80.0}) {
            const double luma = mean_luma(exposed(day(), nits), stream);
            if (nits > 5) least = std::min(least, luma - before);
            before = luma;
        }
        judge(std::string("a scene's mean luma, rise per stop from 5 to 80 cd/m2, least, ") +
                  stream.name,
              least, "code values", Bar::at_least(2));
    }
}

TEST(Scenes, NightStaysNight) {
    for (const Stream& stream : streams) {
        const double dark = mean_luma(exposed(night(), 1), stream);
        const double bright = mean_luma(exposed(day(), 60), stream);
        judge(std::string("night of 1 cd/m2 under day of 60 cd/m2, ") + stream.name, bright - dark,
              "code values", Bar::at_least(25));
    }
}

// Light without a unit leaves only the picture to tell night from day.
TEST(Scenes, NightIsToldWhereLightHasNoUnit) {
    for (const Stream& stream : streams) {
        const double dark = mean_luma(exposed(night(), 15), stream);
        const double bright = mean_luma(exposed(day(), 15), stream);
        const std::string figure =
            std::string("night under day of one log-average, ") + stream.name;
        if (stream.absolute)
            tell(figure, bright - dark, "code values");
        else
            judge(figure, bright - dark, "code values", Bar::at_least(15));
    }
}

// A bright area is no lamp: rooms against the light come out as they do where light has a unit.
TEST(Scenes, AgainstTheLightAreNoNight) {
    const Light room = exposed(room_with_window(), 20);
    const double told = mean_luma(room, streams[0]);
    for (const Stream& stream : streams)
        judge(std::string("room with a window under the same in PQ, ") + stream.name,
              told - mean_luma(room, stream), "code values", Bar::at_most(8));
}

TEST(Scenes, UnderEvenLightAreNotFlat) {
    const double faithful = range_of_tones(map(even_room(), {.options = "preset=faithful"}));
    judge("range of tones of a room under even light, natural : faithful",
          range_of_tones(map(even_room())) / faithful, "x", Bar::at_least(1.3));
}

// A wall with some rough plaster, under even light or between a dark corner and a window.
Light plaster(bool even) {
    Light out(width, height);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const bool rough = x >= 80 && x < 240 && y < 140;
            const double light = even || (x > 60 && x < 260) ? 20 : x <= 60 ? 1 : 400;
            out.at(x, y) = gray(light * stops(rough ? 0.2 * gaussian(12, x / 3, y / 3, 0) : 0));
        }
    return out;
}

// Standard deviation of luma on the plaster.
double texture_of(const Output& out) {
    double sum = 0, squares = 0;
    int count = 0;
    for (int y = 20; y < 120; ++y)
        for (int x = 100; x < 220; ++x, ++count) {
            sum += out.luma(x, y);
            squares += out.luma(x, y) * out.luma(x, y);
        }
    return std::sqrt(squares / count - sum * sum / count / count);
}

TEST(Scenes, UnderEvenLightHaveTexture) {
    const auto gain = [](bool even) {
        return texture_of(map(plaster(even), {.options = "detail=2"})) /
               texture_of(map(plaster(even), {.options = "detail=1"}));
    };
    judge("texture with detail 2 : 1, under even light : beside a window", gain(true) / gain(false),
          "x", Bar::at_least(1.05));
}

}  // namespace
}  // namespace quality
