// SPDX-License-Identifier: BSD-2-Clause
// Tests that the preset cinema follows ITU-R BT.2446-1, method A, from a source peak of 1000 cd/m2
// to an SDR screen of 100 cd/m2.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>

#include "tests/quality/charts.h"
#include "tests/quality/mapping.h"
#include "tests/quality/report.h"
#include "tests/quality/still.h"

namespace quality::cinema_test {
namespace {

constexpr double hdr_peak = 1000, sdr_peak = 100;

double rho(double peak) { return 1 + 32 * std::pow(peak / 10000, 1 / 2.4); }

double mapped_luma(double luma) {
    const double p = std::log(1 + (rho(hdr_peak) - 1) * luma) / std::log(rho(hdr_peak));
    double c = 0.5 * p + 0.5;
    if (p < 0.9909) c = -1.1510 * p * p + 2.7811 * p - 0.6302;
    if (p <= 0.7399) c = 1.0770 * p;
    return (std::pow(rho(sdr_peak), c) - 1) / (rho(sdr_peak) - 1);
}

Color method_a(const Color& light) {
    Color hdr{};
    for (size_t i = 0; i < 3; ++i)
        hdr[i] = std::pow(std::clamp(light[i] / hdr_peak, 0.0, 1.0), 1 / 2.4);
    const double luma = luminance(hdr);
    const double sdr = mapped_luma(luma);
    const double scale = luma > 0 ? sdr / (1.1 * luma) : 0;
    const double cb = scale * (hdr[2] - luma) / 1.8814, cr = scale * (hdr[0] - luma) / 1.4746;
    const double y = sdr - std::max(0.1 * cr, 0.0);
    const double red = y + 1.4746 * cr, blue = y + 1.8814 * cb;
    Color out{red, (y - 0.2627 * red - 0.0593 * blue) / 0.6780, blue};
    for (double& component : out) component = white_nits * std::pow(std::max(component, 0.0), 2.4);
    return bt1886_codes(out);
}

struct Distance {
    double luma = 0;
    double delta_e = 0;
};

Distance distance(const Light& in, const Output& out) {
    double ours = 0, theirs = 0, delta_e = 0;
    for (int y = 0; y < in.height; ++y)
        for (int x = 0; x < in.width; ++x) {
            const Color wanted = method_a(in.at(x, y));
            ours += out.luma(x, y);
            theirs += 255 * (0.2126 * wanted[0] + 0.7152 * wanted[1] + 0.0722 * wanted[2]);
            const Color a = cielab(out.light(x, y)), b = cielab(bt1886_light(wanted));
            delta_e += std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
        }
    return {100 * std::abs(ours / theirs - 1), delta_e / static_cast<double>(in.pixels.size())};
}

void judge_distance(const std::string& name, const Light& in) {
    const Distance found = distance(in, map(in, {.options = "preset=cinema"}));
    judge("cinema against BT.2446 A, mean luma, " + name, found.luma, "%", Bar::at_most(5));
    judge("cinema against BT.2446 A, dE, " + name, found.delta_e, "", Bar::at_most(3));
}

Light colored_slope(double brightest) {
    constexpr int width = 360, height = 240;
    Light picture(width, height);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const double light = 0.5 * std::pow(brightest / 0.5, static_cast<double>(x) / width);
            const double turn = 6.0 * y / height;
            const auto part = [&](double at) {
                const double away = std::abs(std::remainder(turn - at, 6.0));
                return 0.4 + 0.6 * std::clamp(2 - away, 0.0, 1.0);
            };
            const Color color = bt709_to_bt2020({part(0), part(2), part(4)});
            const double texture = stops(0.2 * gaussian(5, x / 3, y / 3, 0));
            picture.at(x, y) = scaled(color, texture * light / luminance(color));
        }
    return picture;
}

TEST(Cinema, EqualsMethodAOnSyntheticPictures) {
    judge_distance("a chart", chart(320, 240, 40));
    judge_distance("colors up to 800 cd/m2", colored_slope(800));
    judge_distance("colors up to 40 cd/m2", colored_slope(40));
}

TEST(Cinema, EqualsMethodAOnStills) {
    if (!can_read_stills()) GTEST_SKIP() << "no ffmpeg program to read pictures with";
    for (const std::string& path : stills_in(MEDIA_FOLDER)) {
        const Light picture = read_still(path, white_nits);
        ASSERT_FALSE(picture.pixels.empty()) << path;
        judge_distance(std::filesystem::path(path).stem().string(), picture);
    }
}

TEST(Cinema, MapsDarkAndBrightScenesAlike) {
    const auto code = [](double brightest) {
        Light picture(160, 120, gray(20));
        for (int x = 0; x < 40; ++x)
            for (int y = 0; y < 120; ++y) picture.at(x, y) = gray(brightest);
        return map(picture, {.options = "preset=cinema"}).luma(120, 60);
    };
    judge("20 cd/m2 in scenes of up to 60 and 900 cd/m2, cinema", std::abs(code(60) - code(900)),
          "code values", Bar::at_most(1));
}

TEST(Cinema, UsesTheRequestedCurve) {
    const Light in = chart(160, 120, 40);
    const Output film = map(in, {.options = "preset=cinema"});
    const Output named = map(in, {.options = "preset=cinema:tonemap=bt2446a"});
    EXPECT_EQ(film.codes, named.codes);
    EXPECT_NE(film.codes, map(in, {.options = "preset=cinema:tonemap=spline"}).codes);
}

}  // namespace
}  // namespace quality::cinema_test
