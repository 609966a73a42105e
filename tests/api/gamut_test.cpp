// SPDX-License-Identifier: BSD-2-Clause
// Tests gamut mapping of colors with negative or very large components, which scripts can produce.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "tests/oracle/color_reference.h"
#include "tests/support/api_stream.h"
#include "tests/support/script_file.h"

namespace tonelift::gamut_test {
namespace {

using reference::Vec3;

constexpr int linear = 8, srgb = 13;
constexpr int bt709 = 1, bt601_625 = 5, bt601_525 = 6, bt2020 = 9, display_p3 = 12;
constexpr const char* modes[] = {"perceptual", "relative", "clip", "desaturate"};

struct Way {
    int from, to;  // code points of primaries (ITU-T H.273)
    int mode;
};

std::vector<Way> all_ways() {
    std::vector<Way> ways;
    for (const int from : {bt709, bt2020}) {
        for (const int to : {bt709, display_p3, bt2020}) {
            for (int mode = 0; mode < 4; ++mode) ways.push_back({from, to, mode});
        }
    }
    return ways;
}

const reference::Primaries& primaries_of(int number) {
    if (number == bt709) return reference::bt709;
    return number == bt2020 ? reference::bt2020 : reference::p3_d65;
}

struct Coding {
    int primaries;
    int transfer = linear;
};

tonelift_video video_of(int width, int height, const Coding& coding) {
    tonelift_video video = make_video(TONELIFT_FORMAT_GBRPF32, width, height);
    video.primaries = coding.primaries;
    video.transfer = coding.transfer;
    video.matrix = 0;
    video.range = 2;
    return video;
}

tonelift_options options_of(const Way& way) {
    tonelift_options options = default_options();
    options.transfer = srgb;
    options.primaries = way.to;
    options.gamut_mode = way.mode;
    options.format = "gbrpf32";
    return options;
}

std::vector<Vec3> shown(const std::vector<Vec3>& colors, int width, const Coding& coding,
                        const tonelift_options& options) {
    const tonelift_video in = video_of(width, static_cast<int>(colors.size()) / width, coding);
    const tonelift_video out = output_of(options, in);
    TestPicture from = picture_for(in), to = picture_for(out);
    const auto each_sample = [&](auto f) {
        for (size_t i = 0; i < colors.size(); ++i) {
            for (int c = 0; c < 3; ++c)
                f(c, static_cast<int>(i) % width, static_cast<int>(i) / width, i);
        }
    };
    each_sample([&](int c, int x, int y, size_t i) {
        from.set_code(c, x, y, colors[i][static_cast<size_t>(c)]);
    });
    Messages messages;
    const FilterHandle filter = make_filter(options, in, out, &messages);
    EXPECT_NE(filter, nullptr) << messages.errors;
    const tonelift_frame source = frame_of(from, 0);
    tonelift_frame made = frame_of(to, 0);
    EXPECT_EQ(tonelift_filter_process(filter.get(), &source, &made, 1), TONELIFT_OK);
    std::vector<Vec3> result(colors.size());
    each_sample([&](int c, int x, int y, size_t i) {
        result[i][static_cast<size_t>(c)] = to.code(c, x, y);
    });
    return result;
}

double largest(const Vec3& v) { return *std::max_element(v.begin(), v.end()); }
double light_of(double code) { return reference::srgb_decode(code); }

std::string text_of(const Vec3& v) { return testing::PrintToString(v); }
std::string text_of(const Way& way) {
    return std::string(modes[way.mode]) + ", primaries " + std::to_string(way.from) + " to " +
           std::to_string(way.to);
}

constexpr double levels[] = {-65504,  -40,   -4,    -1,    -0.3, -0.1, -0.0105, -0.01,
                             -0.0095, -1e-3, -1e-5, -1e-9, 0,    1e-9, 1e-5,    1e-3,
                             0.01,    0.1,   0.3,   1,     1.5,  4,    65504};
constexpr int side = static_cast<int>(std::size(levels));

std::vector<Vec3> grid() {
    std::vector<Vec3> colors;
    for (const double r : levels) {
        for (const double g : levels) {
            for (const double b : levels) colors.push_back({r, g, b});
        }
    }
    return colors;
}

double clipped_light(const Way& way, const Vec3& color) {
    if (way.mode != TONELIFT_GAMUT_MODE_CLIP) return 0;
    const auto inside = reference::convert_primaries(primaries_of(way.from), reference::bt2020);
    const auto outside = reference::convert_primaries(reference::bt2020, primaries_of(way.to));
    Vec3 light = reference::product(inside, color);
    for (double& x : light) x = std::max(x, 0.0);
    return largest(reference::product(outside, light));
}

TEST(Gamut, NoChannelExceedsTheInputLight) {
    const ScriptFile script("output input;\n");
    const std::vector<Vec3> colors = grid();
    for (const Way& way : all_ways()) {
        tonelift_options options = options_of(way);
        options.script = script.path();
        const std::vector<Vec3> out = shown(colors, side * side, {way.from}, options);
        const reference::Mat3 to_output =
            reference::convert_primaries(primaries_of(way.from), primaries_of(way.to));
        for (size_t i = 0; i < colors.size(); ++i) {
            const double positive = std::max({largest(reference::product(to_output, colors[i])),
                                              clipped_light(way, colors[i]), 0.0});
            double size = 0;
            for (const double x : colors[i]) size = std::max(size, std::fabs(x));
            const double most = 1.02 * positive + 1e-6 + 6e-8 * size;
            for (const double code : out[i]) {
                ASSERT_TRUE(code >= 0 && code <= 1)
                    << text_of(way) << ": " << text_of(colors[i]) << " is " << text_of(out[i]);
                ASSERT_LE(light_of(code), most)
                    << text_of(way) << ": " << text_of(colors[i]) << " is " << text_of(out[i]);
            }
        }
    }
}

TEST(Gamut, CurveMapsNegativeLightToBlack) {
    const ScriptFile script("output input;\n");
    std::vector<Vec3> negative;
    for (const Vec3& color : grid())
        if (largest(color) <= 0) negative.push_back(color);
    for (const Way& way : all_ways()) {
        tonelift_options options = options_of(way);
        options.script = script.path();
        const auto out = shown(negative, static_cast<int>(negative.size()), {way.from}, options);
        for (size_t i = 0; i < negative.size(); ++i)
            ASSERT_EQ(out[i], Vec3{}) << text_of(way) << ": " << text_of(negative[i]);
    }
}

TEST(Gamut, IsContinuousNearBlack) {
    constexpr int steps = 4096, lines = 24;
    const ScriptFile script("output input;\n");
    std::mt19937 random(3);
    for (const double scale : {0.02, 1.0}) {
        std::uniform_real_distribution<double> component(-scale, scale);
        std::vector<Vec3> colors;
        for (int line = 0; line < lines; ++line) {
            Vec3 from{}, to{};
            for (double& x : from) x = component(random);
            for (double& x : to) x = component(random);
            for (int i = 0; i < steps; ++i) {
                const double t = static_cast<double>(i) / (steps - 1);
                colors.push_back({from[0] + t * (to[0] - from[0]), from[1] + t * (to[1] - from[1]),
                                  from[2] + t * (to[2] - from[2])});
            }
        }
        for (const Way& way : all_ways()) {
            tonelift_options options = options_of(way);
            options.script = script.path();
            const std::vector<Vec3> out = shown(colors, steps, {way.from}, options);
            for (size_t i = 1; i < colors.size(); ++i) {
                if (i % steps == 0) continue;
                for (size_t c = 0; c < 3; ++c) {
                    ASSERT_NEAR(light_of(out[i][c]), light_of(out[i - 1][c]), 0.05 * scale)
                        << text_of(way) << ": " << text_of(colors[i]) << " is " << text_of(out[i])
                        << " beside " << text_of(out[i - 1]) << ", seed 3";
                }
            }
        }
    }
}

TEST(Gamut, NanAndInfinityAreBlackOrBounded) {
    const double nan = std::nan(""), inf = std::numeric_limits<double>::infinity();
    std::vector<Vec3> colors;
    for (const double r : {nan, inf, -inf, 0.0, 1e38}) {
        for (const double g : {nan, inf, -inf, 0.5, -1e38}) {
            for (const double b : {nan, inf, -inf, -0.5}) colors.push_back({r, g, b});
        }
    }
    for (const char* text : {"output input;\n", "output input * 1e30 * 1e30;\n",
                             "output input * 1e38 - 1e38 * input.r;\n"}) {
        const ScriptFile script(text);
        for (const Way& way : all_ways()) {
            tonelift_options options = options_of(way);
            options.script = script.path();
            const std::vector<Vec3> out = shown(colors, 10, {way.from}, options);
            for (size_t i = 0; i < colors.size(); ++i) {
                for (const double code : out[i])
                    ASSERT_TRUE(code >= 0 && code <= 1)
                        << text << text_of(way) << ": " << text_of(colors[i]) << " is "
                        << text_of(out[i]);
            }
        }
    }
}

// Between gamuts of nearly equal size, colors outside the target gamut are clipped, not compressed.
TEST(Gamut, ColorsAreOnlyClippedBetweenSimilarGamuts) {
    std::vector<Vec3> codes;
    for (int i = 0; i < 729; ++i) codes.push_back({i % 9 / 8.0, i / 9 % 9 / 8.0, i / 81 / 8.0});
    const int near[] = {bt709, bt601_625, bt601_525};
    for (const int from : near) {
        for (const int to : near) {
            tonelift_options options = options_of({from, to, TONELIFT_GAMUT_MODE_PERCEPTUAL});
            options.preset = "faithful";
            const auto kept = shown(codes, 27, {from, srgb}, options);
            options.gamut_mode = TONELIFT_GAMUT_MODE_CLIP;
            const auto clipped = shown(codes, 27, {from, srgb}, options);
            for (size_t i = 0; i < codes.size(); ++i) {
                for (size_t c = 0; c < 3; ++c)
                    ASSERT_NEAR(255 * kept[i][c], 255 * clipped[i][c], 2)
                        << from << " to " << to << ": " << text_of(codes[i]) << " is "
                        << text_of(kept[i]) << ", clipped " << text_of(clipped[i]);
            }
        }
    }
}

TEST(Gamut, PresetsMapNegativeLightToBlack) {
    std::vector<Vec3> colors = grid();
    const size_t count = colors.size();
    for (size_t i = 0; i < count; ++i) colors.push_back({0.2, 0.3, 0.1});
    for (const char* preset : {"natural", "faithful", "vivid", "landscape", "portrait"}) {
        for (const double strength : {-1.0, 0.0}) {
            for (const Way& way : {Way{bt709, bt709, 0}, Way{bt2020, bt709, 0}}) {
                tonelift_options options = options_of(way);
                options.preset = preset;
                options.strength = static_cast<float>(strength);
                const std::vector<Vec3> out = shown(colors, side * side, {way.from}, options);
                for (size_t i = 0; i < count; ++i) {
                    if (largest(colors[i]) > 0) continue;
                    ASSERT_EQ(largest(out[i]), 0)
                        << preset << ", strength " << strength << ", " << text_of(way) << ": "
                        << text_of(colors[i]) << " is " << text_of(out[i]);
                }
            }
        }
    }
}

}  // namespace
}  // namespace tonelift::gamut_test
