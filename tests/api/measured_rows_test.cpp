// SPDX-License-Identifier: BSD-2-Clause
// Tests which rows of a frame the presets without local contrast measure.
#include <gtest/gtest.h>

#include "tests/support/api_stream.h"

namespace tonelift::measured_rows_test {
namespace {

constexpr int width = 64;

bool is_measured(int row) { return row % 4 < 2; }

// In measured rows, the luma is a ramp. In all other rows, it is `code`.
TestPicture striped(int height, double code) {
    TestPicture picture(make_picture("yuv420p10", width, height));
    for (int c = 1; c < 3; ++c) picture.fill_constant(c, 512);
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x)
            picture.set_code(0, x, y, is_measured(y) ? 64 + 10 * x : code);
    }
    return picture;
}

int rows_that_differ(tonelift_options options, int height) {
    options.device = "cpu";
    options.exact = TONELIFT_EXACT_ON;
    const tonelift_video in = hdr10_video(TONELIFT_FORMAT_YUV420P10, width, height);
    const TestPicture dark = mapped(options, in, striped(height, 64));
    const TestPicture bright = mapped(options, in, striped(height, 940));
    int differ = 0;
    for (int y = 0; y < height; ++y) {
        bool same = true;
        for (int x = 0; x < width; ++x) same = same && dark.code(0, x, y) == bright.code(0, x, y);
        if (is_measured(y) && !same) ++differ;
    }
    return differ;
}

tonelift_options preset(const char* name) {
    tonelift_options options = default_options();
    options.preset = name;
    return options;
}

TEST(MeasuredRows, AreHalfOfTheRowsOfTallPictures) {
    for (const char* name : {"faithful", "cinema"})
        EXPECT_EQ(rows_that_differ(preset(name), 1080), 0) << name;
}

TEST(MeasuredRows, AreAllRowsOfLowPictures) {
    EXPECT_GT(rows_that_differ(preset("faithful"), 720), 0);
}

TEST(MeasuredRows, AreAllRowsIfTheLookNeedsThem) {
    EXPECT_GT(rows_that_differ(preset("natural"), 1080), 0);
}

TEST(MeasuredRows, AreAllRowsForOwnScripts) {
    tonelift_options options = default_options();
    options.script_text = R"(color half = downsample(input, 2);
float white = percentile(lightness(half), 0.6);
output input * white;
)";
    EXPECT_GT(rows_that_differ(options, 1080), 0);
}

}  // namespace
}  // namespace tonelift::measured_rows_test
