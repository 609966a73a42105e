// SPDX-License-Identifier: BSD-2-Clause
// Tests which rows of a frame the presets without local contrast measure.
#include <gtest/gtest.h>

#include "tests/api/stats_film.h"
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

class MeasuredRowsOfFilms : public Stats {
  protected:
    MeasuredRowsOfFilms() { in_ = hdr10_video(TONELIFT_FORMAT_YUV444P10, 16, 1080); }

    void SetUp() override {
        Stats::SetUp();
        film_.resize(4, film_[0]);
        for (TestPicture& picture : film_) {
            for (int y = 0; y < in_.height; ++y) {
                for (int x = 0; x < in_.width && !is_measured(y); ++x)
                    picture.set_code(0, x, y, 900);
            }
        }
    }

    std::vector<TestPicture> whole(const tonelift_options& options) const {
        return run(options, 0, static_cast<int>(film_.size()));
    }
};

TEST_F(MeasuredRowsOfFilms, AreTheSameWithAStatisticsFile) {
    for (const char* name : {"faithful", "cinema"}) {
        tonelift_options with_file = options(write);
        with_file.preset = name;
        tonelift_options without = with_file;
        without.stats_file = "";
        without.stats = automatic;
        const std::vector<TestPicture> expected = whole(without);
        EXPECT_TRUE(same(expected, whole(with_file))) << name;
        with_file.stats = read;
        EXPECT_TRUE(same(expected, whole(with_file))) << name;
    }
}

}  // namespace
}  // namespace tonelift::measured_rows_test
