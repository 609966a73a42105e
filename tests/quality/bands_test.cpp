// SPDX-License-Identifier: BSD-2-Clause
// Measures debanding of gradients in 8 and 10 bits: the height of the steps that remain, and how
// much texture is kept.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "tests/quality/charts.h"
#include "tests/quality/mapping.h"
#include "tests/quality/presets.h"
#include "tests/quality/report.h"

namespace quality::bands_test {
namespace {

constexpr int width = 960, height = 320;
using CodeAt = std::function<double(int, int)>;

Light field_of_codes(const CodeAt& code_at, int bits = 8) {
    Light picture = chart(width, height, 20);
    const Field field = field_of(height);
    for (int y = field.top; y < field.bottom; ++y)
        for (int x = 0; x < width; ++x) {
            const double number = code_at(x, y) / ((1 << bits) - 1);
            picture.at(x, y) = bt1886_light({number, number, number});
        }
    return picture;
}

Light gradient(double from, double to, double grain = 0) {
    return field_of_codes([&](int x, int y) {
        const double noise = grain > 0 ? grain * gaussian(5, x, y, 0) : 0;
        return std::lerp(from, to, double(x) / width) + noise;
    });
}

Output mapped(const Light& in, const std::string& options, int bits = 8) {
    return map(in, {.options = options, .sdr = true, .bits = bits});
}

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

double steps_left(const Light& in, const std::string& options, const char* deband = "auto") {
    const Output even = mapped(in, options, 16);
    return 100 * steps(mapped(in, options + ":deband=" + deband), even) /
           steps(mapped(in, options + ":deband=off"), even);
}

TEST(Bands, AreRemoved) {
    for (const double codes : {8.0, 20.0, 40.0, 60.0})
        judge("steps left of bands of " + std::to_string(int(width / codes)) + " pixels",
              steps_left(gradient(30, 30 + codes), "preset=natural"), "%", Bar::at_most(10));
    judge("steps left of a bright sky", steps_left(gradient(180, 200), "preset=natural"), "%",
          Bar::at_most(10));
}

double jumps(const Output& out, const Output& even) {
    const Field field = field_of(height);
    const auto off = [&](int x, int y) { return out.luma(x, y) - even.luma(x, y); };
    double squares = 0;
    for (int y = field.top + 16; y < field.bottom - 16; ++y)
        for (int x = 96; x < width - 96; ++x)
            squares +=
                std::pow(off(x + 1, y) - off(x, y), 2) + std::pow(off(x, y + 1) - off(x, y), 2);
    return std::sqrt(squares);
}

double jumps_left(const Light& in, int bits) {
    const Output even = mapped(in, "", 16);
    return 100 * jumps(mapped(in, "deband=auto", bits), even) /
           jumps(mapped(in, "deband=off", bits), even);
}

void judge_jumps(const std::string& what, const CodeAt& distance, double band, double from,
                 int bits = 8) {
    const Light in =
        field_of_codes([&](int x, int y) { return from + distance(x, y) / band; }, bits);
    judge("jumps left of " + what + " of " + std::to_string(int(band)) + " pixels",
          jumps_left(in, bits), "%", Bar::at_most(10));
}

TEST(Bands, AreRemovedInEveryDirection) {
    const auto down = [](int, int y) { return y; };
    const auto diagonal = [](int x, int y) { return 0.8 * x + 0.6 * y; };
    const auto ring = [](int x, int y) { return std::hypot(x - width / 2, y + 40); };
    for (const double band : {5.0, 8.0, 16.0, 32.0, 64.0, 128.0})
        judge_jumps("rings", ring, band, 20);
    for (const double band : {5.0, 16.0, 64.0}) judge_jumps("diagonal bands", diagonal, band, 20);
    for (const double band : {8.0, 32.0}) judge_jumps("level bands", down, band, 16);
    judge_jumps("bright rings", ring, 32, 190);
    for (const double band : {8.0, 32.0}) judge_jumps("rings in 10 bits", ring, band, 100, 10);
}

TEST(Bands, DarkVignetteHasFewStepsLeft) {
    const Light in = field_of_codes([](int x, int y) {
        const double share = std::hypot(x - width / 2, y - height / 2) / (width / 2);
        return 40 - 24 * std::pow(std::min(share, 1.0), 1.5);
    });
    judge("jumps left of a dark vignette", jumps_left(in, 8), "%", Bar::at_most(10));
}

TEST(Bands, AreRemovedWithEveryPresetExceptFaithful) {
    const Light in = gradient(30, 50);
    const Worst worst = worst_of_presets(
        [&](const Mapping& mapping) { return steps_left(in, mapping.options); }, {"faithful"});
    judge("steps left with any preset, worst: " + worst.preset, worst.value, "%", Bar::at_most(10));
}

TEST(Bands, StrengthFollowsTheOption) {
    const Light in = gradient(30, 50);
    double before = 100;
    for (const char* amount : {"0.25", "0.5", "0.75", "1"}) {
        const double left = steps_left(in, "preset=faithful", amount);
        EXPECT_LT(left, before - 15) << amount;
        before = left;
    }
    EXPECT_LE(before, 10);
}

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

TEST(Bands, RemovalKeepsTextureAndGrain) {
    for (const double grain : {0.5, 0.7, 1.0, 2.0, 4.0}) {
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

double white_dither(int x, int y) { return 0.5 * std::erf(gaussian(7, x, y, 0) / std::sqrt(2.0)); }
double ordered_dither(int x, int y) {
    double threshold = 0;
    for (int bit = 0; bit < 3; ++bit)
        threshold += ((2 * ((x ^ y) >> bit & 1)) + (y >> bit & 1)) / std::pow(4.0, bit + 1);
    return threshold - 0.5;
}

TEST(Bands, PicturesWithoutBandsAreUnchanged) {
    const CodeAt film = [](int x, int y) {
        return std::lerp(60.0, 160.0, double(x) / width) + 3 * gaussian(5, x, y, 0);
    };
    const CodeAt white = [](int x, int y) { return 60 + x / 96.0 + white_dither(x, y); };
    const CodeAt ordered = [](int x, int y) { return 60 + x / 96.0 + ordered_dither(x, y); };
    const CodeAt letters = [](int x, int y) {
        return (x / 24 + y / 40) % 3 == 0 && x % 5 < 2 ? 30.0 : 210.0;
    };
    const std::vector<std::pair<const char*, CodeAt>> pictures{
        {"film", film}, {"white dither", white}, {"ordered dither", ordered}, {"letters", letters}};
    for (const auto& [name, code_at] : pictures)
        for (const int bits : {8, 10}) {
            const double unit = bits == 8 ? 1 : 4;
            const Light in =
                field_of_codes([&, &at = code_at](int x, int y) { return unit * at(x, y); }, bits);
            EXPECT_TRUE(mapped(in, "deband=auto", bits).codes ==
                        mapped(in, "deband=off", bits).codes)
                << name << ", " << bits << " bits";
        }
}

}  // namespace
}  // namespace quality::bands_test
