// SPDX-License-Identifier: BSD-2-Clause
// Tests that bright scenes stay brighter than dark scenes, and that night stays dark.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "tests/quality/charts.h"
#include "tests/quality/mapping.h"
#include "tests/quality/report.h"
#include "tests/quality/still.h"

namespace quality::scenes_test {
namespace {

constexpr int width = 320, height = 180;

struct Stream {
    const char* name;
    int transfer;  // code point of ITU-T H.273
    bool absolute;
};

constexpr Stream streams[] = {{"PQ", 16, true}, {"HLG", 18, false}, {"linear", 8, false}};

double things(int x, int y, double swing) {
    return stops(swing * gaussian(7, x / 8, y / 8, 0) + 0.2 * gaussian(8, x / 2, y / 2, 0));
}

Light day() {
    Light out(width, height);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            out.at(x, y) = gray(y < height / 3 ? 4 + 0.01 * y : things(x, y, 0.7));
    return out;
}

Light night() {
    Light out(width, height);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const bool lamp = std::hypot(x % 80 - 40, y % 90 - 30) < 4;
            out.at(x, y) = gray(lamp ? 600 : things(x, y, 0.7));
        }
    return out;
}

Light room_with_window() {
    Light out(width, height);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const bool window = x >= 180 && x < 280 && y >= 30 && y < 130;
            out.at(x, y) = gray((window ? 100 : 1) * things(x, y, 0.7));
        }
    return out;
}

double mean_luma(const Output& out) {
    double sum = 0;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) sum += out.luma(x, y);
    return sum / (width * height);
}

double mean_luma(const Light& scene, const Stream& stream) {
    return mean_luma(map(scene, {.transfer = stream.transfer}));
}

TEST(Scenes, BrighterScenesStayBrighter) {
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

TEST(Scenes, RisingLightRaisesTheOutput) {
    double least = 100;
    for (const char* preset : {"natural", "vivid", "landscape", "portrait"}) {
        double before = 0;
        for (double dark = 0.3; dark < 400; dark *= stops(0.25)) {
            Light scene(width, height);
            for (int y = 0; y < height; ++y)
                for (int x = 0; x < width; ++x)
                    scene.at(x, y) = gray(dark * stops(1.0 * x / width));
            const double mean = mean_luma(map(scene, {.options = std::string("preset=") + preset}));
            least = std::min(least, mean - before);
            before = mean;
        }
    }
    judge("luma of an even scene that gets a quarter of a stop brighter, least rise", least,
          "code values", Bar::at_least(-0.5));
}

TEST(Scenes, NightStaysNight) {
    for (const Stream& stream : streams) {
        const double dark = mean_luma(exposed(night(), 1), stream);
        const double bright = mean_luma(exposed(day(), 60), stream);
        judge(std::string("night of 1 cd/m2 under day of 60 cd/m2, ") + stream.name, bright - dark,
              "code values", Bar::at_least(25));
    }
}

TEST(Scenes, NightIsDetectedWithoutAbsoluteLight) {
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

TEST(Scenes, BacklightIsNotNight) {
    const Light room = exposed(room_with_window(), 20);
    const double stated = mean_luma(room, streams[0]);
    for (const Stream& stream : streams)
        judge(std::string("room with a window under the same in PQ, ") + stream.name,
              stated - mean_luma(room, stream), "code values", Bar::at_most(8));
}

}  // namespace
}  // namespace quality::scenes_test
