// SPDX-License-Identifier: BSD-2-Clause
// Tests smoothing=shot: all frames of a shot have the same exposure.
#include "tests/api/shot_film.h"
#include "tests/support/text_file.h"

namespace tonelift::shot_test {
namespace {

constexpr double precise = 0.002;
constexpr double tolerance = 0.03;

double spread(const std::vector<double>& values, size_t first, size_t end) {
    const auto from = values.begin() + static_cast<ptrdiff_t>(first);
    const auto [low, high] =
        std::minmax_element(from, values.begin() + static_cast<ptrdiff_t>(end));
    return *high - *low;
}

Film wavering(int frames, double base) {
    Film film;
    for (int i = 0; i < frames; ++i) film.push_back({base + 0.02 * std::sin(0.9 * i)});
    return film;
}

double median_of(Film film) {
    std::sort(film.begin(), film.end(),
              [](const Light& a, const Light& b) { return a.base < b.base; });
    return mean_of(film[(film.size() - 1) / 2]);
}

// Runs each test in two ways: in two passes with a statistics file, and in one pass with a
// look-ahead.
class BothWays : public Shots, public testing::WithParamInterface<bool> {
  protected:
    std::vector<double> exposed(const Film& film) const {
        return GetParam() ? shown_with_file(film) : shown(film, options_);
    }
};
INSTANTIATE_TEST_SUITE_P(Shots, BothWays, testing::Bool(),
                         [](const auto& way) { return way.param ? "File" : "Lookahead"; });

TEST_P(BothWays, AShotHasOneExposure) {
    const Film first = wavering(48, 0.2), second = wavering(48, 0.5);
    const std::vector<double> shown = exposed(first + second);
    ASSERT_EQ(shown.size(), 96u);
    EXPECT_EQ(spread(shown, 0, 48), 0);
    EXPECT_EQ(spread(shown, 48, 96), 0);
    EXPECT_NEAR(shown[0], median_of(first), precise);
    EXPECT_NEAR(shown[48], median_of(second), precise);
}

TEST_P(BothWays, AShotOfAnyPureColorHasOneExposure) {
    in_.format = TONELIFT_FORMAT_GBRP10;
    in_.matrix = TONELIFT_MATRIX_RGB;
    for (lit_ = 0; lit_ < 3; ++lit_) {
        const std::vector<double> shown = exposed(wavering(48, 0.2) + wavering(48, 0.5));
        ASSERT_EQ(shown.size(), 96u);
        EXPECT_EQ(spread(shown, 0, 48), 0) << lit_;
        EXPECT_EQ(spread(shown, 48, 96), 0) << lit_;
        EXPECT_NE(shown[0], shown[48]) << lit_;
    }
}

TEST_P(BothWays, AShotOfDimLinearLightHasOneExposure) {
    for (const tonelift_format format : {TONELIFT_FORMAT_GRAYF32, TONELIFT_FORMAT_GBRPF32}) {
        in_ = srgb_video(format, 64, 16);
        in_.transfer = TONELIFT_TRANSFER_LINEAR;
        white_ = 0.001;
        const std::vector<double> shown = exposed(wavering(48, 0.2));
        ASSERT_EQ(shown.size(), 48u);
        EXPECT_EQ(spread(shown, 0, 48), 0);
    }
}

TEST_P(BothWays, MetadataStartsAShot) {
    Film film = still(36, 0.2) + still(36, 0.22);
    const std::vector<double> without = exposed(film);
    EXPECT_EQ(spread(without, 0, 72), 0);
    film[36].cut = true;
    const std::vector<double> with = exposed(film);
    EXPECT_EQ(spread(with, 0, 36), 0);
    EXPECT_EQ(spread(with, 36, 72), 0);
    EXPECT_NEAR(with[0], mean_of(0.2), precise);
    EXPECT_NEAR(with[36], mean_of(0.22), precise);
}

// Cameras such as those of iPhones state a cut in every frame.
TEST_P(BothWays, SuccessiveCutsOfMetadataStartOneShot) {
    Film film = still(36, 0.2) + wavering(36, 0.22);
    for (size_t i = 36; i < 72; ++i) film[i].cut = true;
    const std::vector<double> shown = exposed(film);
    EXPECT_EQ(spread(shown, 0, 36), 0);
    EXPECT_EQ(spread(shown, 36, 72), 0);
    EXPECT_NE(shown[36], shown[0]);
}

TEST_P(BothWays, AFlashHasTheExposureOfItsShot) {
    for (const int length : {1, 2, 3}) {
        const Film film = still(36, 0.2) + still(length, 0.65) + still(36, 0.2);
        const std::vector<double> shown = exposed(film);
        ASSERT_EQ(shown.size(), film.size());
        EXPECT_EQ(spread(shown, 0, shown.size()), 0) << length;
        EXPECT_NEAR(shown[0], mean_of(0.2), precise) << length;
    }
}

TEST_P(BothWays, ABlackFlashHasTheExposureOfItsShot) {
    const std::vector<double> shown = exposed(still(36, 0.2) + black(1) + still(36, 0.2));
    ASSERT_EQ(shown.size(), 73u);
    EXPECT_EQ(spread(shown, 0, shown.size()), 0);
}

TEST_P(BothWays, AShortShotHasItsOwnExposure) {
    const std::vector<double> shown = exposed(still(36, 0.2) + still(12, 0.6) + still(36, 0.2));
    ASSERT_EQ(shown.size(), 84u);
    EXPECT_NEAR(shown[40], mean_of(0.6), precise);
    EXPECT_EQ(spread(shown, 36, 48), 0);
    EXPECT_NEAR(shown[35], mean_of(0.2), precise);
    EXPECT_NEAR(shown[48], mean_of(0.2), precise);
}

TEST_P(BothWays, AFadeKeepsTheExposureOfItsShot) {
    const Film out = still(48, 0.3) + ramped(24, {0.3, 0.96}, {0.3, 0.04}) + black(12);
    const std::vector<double> faded_out = exposed(out);
    ASSERT_EQ(faded_out.size(), out.size());
    EXPECT_EQ(spread(faded_out, 0, out.size()), 0);
    EXPECT_NEAR(faded_out[0], mean_of(0.3), precise);
}

TEST_P(BothWays, ShotsOnBothSidesOfABlackFrameHaveTheirOwnExposures) {
    const Film film = still(48, 0.3) + ramped(24, {0.3, 0.96}, {0.3, 0.04}) + black(6) +
                      ramped(24, {0.5, 0.04}, {0.5, 0.96}) + still(60, 0.5);
    const std::vector<double> shown = exposed(film);
    ASSERT_EQ(shown.size(), film.size());
    EXPECT_EQ(spread(shown, 0, 78), 0);
    EXPECT_EQ(spread(shown, 78, film.size()), 0);
    EXPECT_NEAR(shown[0], mean_of(0.3), precise);
    EXPECT_NEAR(shown.back(), mean_of(0.5), precise);
}

TEST_P(BothWays, BlackBarsDoNotAffectTheExposure) {
    options_.script_text =
        "plane v = lightness(input);\nfloat m = smooth(percentile(v, 0.5, 0.006), 0.5);\n"
        "output color(m);\n";
    Film film = still(30, 0.2) + still(30, 0.2, 4) + still(30, 0.2);
    for (int bars = 1; bars <= 6; ++bars) film = film + still(2, 0.2, bars);
    const std::vector<double> shown = exposed(film + still(30, 0.2, 6));
    ASSERT_EQ(shown.size(), 132u);
    EXPECT_LT(spread(shown, 0, 132), 1e-5);
    EXPECT_NEAR(shown[0], mean_of(0.2), 0.003);
}

TEST_P(BothWays, ExposureFollowsAChangingShotSlowly) {
    const Film film = still(48, 0.1) + ramped(72, {0.1}, {0.4}) + still(72, 0.4);
    const std::vector<double> shown = exposed(film);
    ASSERT_EQ(shown.size(), film.size());
    const double step = 0.3 / 71;
    for (size_t i = 1; i < film.size(); ++i) {
        EXPECT_GE(shown[i], shown[i - 1]) << i;
        EXPECT_LE(shown[i] - shown[i - 1], 1.01 * step + 1e-6) << i;
        EXPECT_LE(std::abs(shown[i] - mean_of(film[i])), tolerance + 0.05) << i;
    }
    EXPECT_NEAR(shown.front(), mean_of(0.1), tolerance + precise);
    EXPECT_NEAR(shown.back(), mean_of(0.4), tolerance + precise);
}

TEST_P(BothWays, ADissolveLeadsFromOneExposureToTheOther) {
    const Film film = still(96, 0.2) + ramped(24, {0.2}, {0.5}) + still(96, 0.5);
    const std::vector<double> shown = exposed(film);
    ASSERT_EQ(shown.size(), film.size());
    EXPECT_EQ(spread(shown, 0, 40), 0);
    EXPECT_EQ(spread(shown, 176, 216), 0);
    EXPECT_NEAR(shown.front(), mean_of(0.2), tolerance + precise);
    EXPECT_NEAR(shown.back(), mean_of(0.5), tolerance + precise);
    for (size_t i = 1; i < film.size(); ++i) EXPECT_LE(shown[i] - shown[i - 1], 0.02) << i;
}

TEST_P(BothWays, AQuickChangeDoesNotAffectTheShotsAroundIt) {
    const Film film = still(48, 0.05) + ramped(4, {0.14}, {0.41}) + still(72, 0.5);
    const std::vector<double> shown = exposed(film);
    ASSERT_EQ(shown.size(), film.size());
    for (size_t i = 0; i < 48; ++i) EXPECT_NEAR(shown[i], mean_of(0.05), precise) << i;
    for (size_t i = 52; i < film.size(); ++i) EXPECT_NEAR(shown[i], mean_of(0.5), precise) << i;
}

TEST_P(BothWays, AStrobeHasOneExposure) {
    Film strobe;
    for (int i = 0; i < 40; ++i) strobe.push_back({i % 2 == 0 ? 0.2 : 0.6});
    const std::vector<double> shown = exposed(still(30, 0.2) + strobe + still(30, 0.2));
    ASSERT_EQ(shown.size(), 100u);
    EXPECT_EQ(spread(shown, 0, 100), 0);
}

TEST_P(BothWays, EachSlideHasItsOwnExposure) {
    rate_ = 0.2;
    const Film film{{0.05}, {0.3}, {0.55}, {0.1}, {0.4}, {0.65}};
    const std::vector<double> shown = exposed(film);
    ASSERT_EQ(shown.size(), film.size());
    for (size_t i = 0; i < film.size(); ++i) EXPECT_NEAR(shown[i], mean_of(film[i]), precise) << i;
}

TEST_F(Shots, DoNotDependOnTheBatch) {
    const Film film = wavering(40, 0.2) + ramped(50, {0.2}, {0.45}) + still(2, 0.7) +
                      still(30, 0.45) + still(40, 0.1);
    const std::vector<double> one = shown(film, options_);
    const std::vector<double> file = shown_with_file(film);
    ASSERT_EQ(one.size(), film.size());
    for (const int batch : {2, 7, 64}) {
        EXPECT_EQ(shown(film, options_, {.batch = batch}), one) << batch;
        EXPECT_EQ(shown_with_file(film, {.batch = batch}), file) << batch;
    }
    EXPECT_EQ(shown(film, options_, {.looks = false}),
              shown(film, options_, {.batch = 16, .looks = false}));
}

TEST_F(Shots, PartsOfAFilmHaveTheShotsOfTheWholeFilm) {
    const Film film = wavering(40, 0.2) + ramped(50, {0.2}, {0.45}) + still(40, 0.1);
    const std::vector<double> whole = shown_with_file(film);
    for (const size_t first : {0u, 13u, 41u, 89u, 100u}) {
        const std::vector<double> piece =
            shown_with_file(film, {.first = first, .end = first + 30});
        ASSERT_EQ(piece.size(), 30u);
        EXPECT_TRUE(
            std::equal(piece.begin(), piece.end(), whole.begin() + static_cast<ptrdiff_t>(first)))
            << first;
    }
}

TEST_F(Shots, BothPassesMeasureTheSameShots) {
    const Film film = wavering(30, 0.2) + still(20, 0.5);
    tonelift_options options = options_;
    options.stats_file = path_.c_str();
    std::vector<std::string> texts;
    for (const int stats : {int{TONELIFT_STATS_WRITE}, int{TONELIFT_STATS_MEASURE}}) {
        options.stats = stats;
        EXPECT_EQ(shown(film, options).size(), film.size());
        texts.push_back(text_of_file(path_));
    }
    EXPECT_NE(texts[0], "");
    EXPECT_EQ(texts[0], texts[1]);
}

TEST_F(Shots, OneAndTwoPassesAgreeOnShotsWithinTheLookahead) {
    const Film film = wavering(40, 0.2) + ramped(40, {0.4}, {0.6}) + still(2, 0.1) +
                      ramped(30, {0.6}, {0.5}) + still(20, 0.2) + ramped(20, {0.2}, {0.2, 0.05}) +
                      black(3);
    EXPECT_EQ(shown(film, options_), shown_with_file(film));
}

TEST_F(Shots, LookaheadWorksWhileTheFileIsWritten) {
    const Film film = wavering(60, 0.2) + still(20, 0.5);
    tonelift_options writing = options_;
    writing.stats_file = path_.c_str();
    writing.stats = TONELIFT_STATS_WRITE;
    EXPECT_EQ(shown(film, writing), shown(film, options_));
}

TEST_F(Shots, FileNeedsALineForEachFrame) {
    const Film film = still(30, 0.2);
    tonelift_options options = options_;
    options.stats_file = path_.c_str();
    options.stats = TONELIFT_STATS_MEASURE;
    shown(film, options, {.end = 20});
    for (const int stats : {int{TONELIFT_STATS_READ}, int{TONELIFT_STATS_AUTO}}) {
        options.stats = stats;
        Messages messages;
        EXPECT_EQ(shown(film, options, {}, &messages).size(), 20u);
        EXPECT_NE(messages.errors.find("has no line for the frame"), std::string::npos)
            << messages.errors;
        EXPECT_NE(messages.errors.find("stats=measure or stats=write"), std::string::npos)
            << messages.errors;
    }
}

TEST_F(Shots, FileOfSmoothedStatisticsIsRefused) {
    const Film film = still(10, 0.2);
    tonelift_options options = options_;
    options.smoothing = 0.5;
    options.stats_file = path_.c_str();
    options.stats = TONELIFT_STATS_WRITE;
    ASSERT_EQ(shown(film, options).size(), film.size());
    options.smoothing = TONELIFT_SMOOTHING_SHOT;
    options.stats = TONELIFT_STATS_READ;
    Messages messages;
    EXPECT_EQ(make_filter(options, in_, output_of(options, in_), &messages), nullptr);
    EXPECT_NE(messages.errors.find("smoothing is not given there and shot here"), std::string::npos)
        << messages.errors;
}

TEST_F(Shots, FirstFrameSetsTheExposureWithoutLookahead) {
    tonelift_options options = options_;
    options.lookahead = 0;
    const std::vector<double> shown = this->shown(still(24, 0.2) + still(24, 0.5), options);
    ASSERT_EQ(shown.size(), 48u);
    EXPECT_EQ(spread(shown, 0, 24), 0);
    EXPECT_EQ(spread(shown, 24, 48), 0);
    EXPECT_NEAR(shown[24], mean_of(0.5), precise);
}

TEST_F(Shots, FlashLeavesTheShotUnchangedWithoutLookahead) {
    tonelift_options options = options_;
    options.lookahead = 0;
    const std::vector<double> shown =
        this->shown(still(24, 0.2) + still(2, 0.6) + still(24, 0.2), options);
    ASSERT_EQ(shown.size(), 50u);
    EXPECT_EQ(spread(shown, 0, 24), 0);
    EXPECT_EQ(spread(shown, 26, 50), 0);
    EXPECT_EQ(shown[26], shown[23]);
}

TEST_F(Shots, NumberOfWaitingFramesIsReported) {
    struct Row {
        double lookahead;
        int width, height;
        double seconds;
        int frames;
    };
    // The look-ahead keeps at most 250 frames, and uses at most 2 GiB of memory.
    for (const Row& row : {Row{-1, 64, 16, 2, 250}, Row{3, 64, 16, 3, 250}, Row{0, 64, 16, 0, 0},
                           Row{-1, 3840, 2160, 2, 86}}) {
        tonelift_options options = options_;
        options.lookahead = row.lookahead;
        const tonelift_video in = hdr10_video(TONELIFT_FORMAT_YUV420P10, row.width, row.height);
        const FilterHandle filter = make_filter(options, in, output_of(options, in));
        ASSERT_NE(filter, nullptr);
        double seconds = -1;
        int frames = -1;
        tonelift_filter_lookahead(filter.get(), &seconds, &frames);
        EXPECT_EQ(seconds, row.seconds);
        EXPECT_EQ(frames, row.frames);
    }
    const FilterHandle smoothed =
        make_filter(default_options(), in_, output_of(default_options(), in_));
    int frames = -1;
    tonelift_filter_lookahead(smoothed.get(), nullptr, &frames);
    EXPECT_EQ(frames, 0);
}

TEST_F(Shots, FramesAreProcessedInTheOrderOfTheirAnalysis) {
    Messages messages;
    const tonelift_video out = output_of(options_, in_);
    const FilterHandle filter = make_filter(options_, in_, out, &messages);
    const Film film = still(4, 0.2);
    ASSERT_TRUE(look(filter.get(), film, 0));
    ASSERT_TRUE(look(filter.get(), film, 1));
    std::vector<double> shown;
    EXPECT_FALSE(map(filter.get(), film, 1, 1, out, &shown));
    EXPECT_NE(messages.errors.find("in the order of the look-ahead"), std::string::npos)
        << messages.errors;
    EXPECT_TRUE(map(filter.get(), film, 0, 2, out, &shown));
    ASSERT_TRUE(look(filter.get(), film, 2));
    tonelift_filter_reset(filter.get());
    EXPECT_TRUE(map(filter.get(), film, 3, 1, out, &shown));
    EXPECT_EQ(tonelift_filter_ready(filter.get()), 0);
}

TEST_F(Shots, SmoothingModeCannotChangeWhileAStreamRuns) {
    for (const bool begins : {true, false}) {
        tonelift_options first = options_, second = options_;
        (begins ? first : second).smoothing = 0.5;
        Messages messages;
        const FilterHandle filter = make_filter(first, in_, output_of(first, in_), &messages);
        EXPECT_EQ(tonelift_filter_set_options(filter.get(), &second), TONELIFT_ERROR_ARGUMENT);
        EXPECT_NE(messages.errors.find("smoothing=shot applies to a whole stream"),
                  std::string::npos)
            << messages.errors;
    }
}

TEST_F(Shots, ContinueWhenOptionsChange) {
    const tonelift_video out = output_of(options_, in_);
    const FilterHandle filter = make_filter(options_, in_, out);
    const Film film = wavering(30, 0.2);
    std::vector<double> shown;
    for (size_t i = 0; i < 30; ++i) ASSERT_TRUE(look(filter.get(), film, i));
    ASSERT_TRUE(map(filter.get(), film, 0, 15, out, &shown));
    tonelift_options changed = options_;
    changed.split = 0.01;
    ASSERT_EQ(tonelift_filter_set_options(filter.get(), &changed), TONELIFT_OK);
    ASSERT_TRUE(map(filter.get(), film, 15, 15, out, &shown));
    EXPECT_EQ(spread(shown, 0, 15), 0);
}

TEST_P(BothWays, ATimeLapseHasOneExposure) {
    rate_ = 0.25;
    const std::vector<double> shown = exposed(wavering(12, 0.2) + still(6, 0.6));
    ASSERT_EQ(shown.size(), 18u);
    EXPECT_EQ(spread(shown, 0, 12), 0);
    EXPECT_NEAR(shown[17], mean_of(0.6), precise);
}

}  // namespace
}  // namespace tonelift::shot_test
