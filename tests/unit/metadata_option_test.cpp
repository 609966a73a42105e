// SPDX-License-Identifier: BSD-2-Clause
// Tests that the option `metadata` gives each frame dynamic metadata from a statistics file.
#include <array>
#include <cmath>
#include <span>

#include "core/metadata/hdr10plus_codes.h"
#include "core/metadata/levels.h"
#include "core/metadata/shot_curves.h"
#include "tests/unit/metadata_option.h"

namespace tonelift::metadata_option_test {
namespace {

TEST_F(MetadataOption, EqualsTheFilesOnEachFrameOfAShot) {
    measure_film();
    const MeasuredFilm film = measured_film(path_, "faithful");
    const FittedCurves curves = fitted_curves(film, {true, true}, [](size_t) {});
    const FilterHandle made = filter(writing());
    ASSERT_NE(made, nullptr) << messages_.errors;
    for (int i = 0; i < film_frames; ++i) {
        const size_t number = i < film_frames / 2 ? 0 : 1;
        const Hdr10PlusCodes codes =
            hdr10plus_codes(film.shots[number].light, &curves.beziers[number]);
        const Level1 level = level1_of(film.shots[number].light);
        const std::vector<uint8_t> gains = st2094_50_bits(curves.gains[number]);
        const tonelift_metadata there = of_frame(made.get(), i);
        EXPECT_EQ(there.kinds, TONELIFT_METADATA_ALL);
        EXPECT_EQ(there.begins_shot, i == 0 || i == film_frames / 2);
        EXPECT_TRUE(std::ranges::equal(there.max_scl, codes.max_scl)) << i;
        EXPECT_TRUE(std::ranges::equal(there.distribution, codes.distribution)) << i;
        EXPECT_TRUE(std::ranges::equal(there.anchors, codes.anchors)) << i;
        EXPECT_EQ(there.target, codes.target);
        EXPECT_EQ(there.knee_x, codes.knee_x);
        EXPECT_EQ(there.knee_y, codes.knee_y);
        EXPECT_TRUE(std::ranges::equal(there.level1,
                                       std::array{level.darkest, level.brightest, level.mean}));
        EXPECT_EQ(there.level6[2], std::lround(film.max_cll));
        EXPECT_TRUE(std::ranges::equal(std::span(there.st2094_50, there.st2094_50_size), gains));
    }
}

TEST_F(MetadataOption, HasTheRequestedKinds) {
    measure_film();
    for (const int kinds : {TONELIFT_METADATA_HDR10_PLUS, TONELIFT_METADATA_DOLBY_VISION,
                            TONELIFT_METADATA_ST2094_50}) {
        const FilterHandle made = filter(writing(kinds));
        ASSERT_NE(made, nullptr) << messages_.errors;
        const tonelift_metadata there = of_frame(made.get(), 0);
        EXPECT_EQ(there.kinds, kinds);
        EXPECT_EQ(there.target > 0, kinds == TONELIFT_METADATA_HDR10_PLUS);
        EXPECT_EQ(there.level1[1] > 0, kinds == TONELIFT_METADATA_DOLBY_VISION);
        EXPECT_EQ(there.st2094_50 != nullptr, kinds == TONELIFT_METADATA_ST2094_50);
    }
}

TEST_F(MetadataOption, KeepsThePicture) {
    measure_film();
    tonelift_options look = writing();
    look.preset = "natural";
    look.target_peak = 100;
    look.shadows = 1;
    EXPECT_TRUE(tonelift_filter_passthrough(filter(look).get()));
    const std::vector<TestPicture> shown = run(look, 0, film_frames);
    ASSERT_EQ(shown.size(), static_cast<size_t>(film_frames));
    EXPECT_TRUE(same(film_, shown));
}

TEST_F(MetadataOption, IsRefusedWithoutStatistics) {
    tonelift_options options;
    const tonelift_log log = messages_.log();
    for (const int stats : {TONELIFT_STATS_WRITE, TONELIFT_STATS_MEASURE}) {
        options = writing();
        options.stats = stats;
        EXPECT_EQ(tonelift_options_check(&options, &log), TONELIFT_ERROR_ARGUMENT);
    }
    measure_film();
    const FilterHandle made = filter(writing());
    ASSERT_NE(made, nullptr) << messages_.errors;
    tonelift_frame stranger = frame_of(film_[0], 0);
    stranger.timestamp = 123456789;
    tonelift_metadata metadata;
    tonelift_metadata_default(&metadata);
    EXPECT_EQ(tonelift_filter_metadata(made.get(), &stranger, &metadata), TONELIFT_ERROR_IO);
    EXPECT_NE(messages_.errors.find("no line for the frame"), std::string::npos);
    const FilterHandle without = filter(per_shot(automatic));
    EXPECT_EQ(tonelift_filter_metadata(without.get(), &stranger, &metadata),
              TONELIFT_ERROR_ARGUMENT);
    in_.transfer = TONELIFT_TRANSFER_HLG;
    EXPECT_EQ(filter(writing()), nullptr);
    EXPECT_NE(messages_.errors.find("the input is not PQ"), std::string::npos);
}

// The curves of these values come from the metadata of frames, so they are no curves of a preset.
bool applies_metadata(int tonemap) { return tonemap >= TONELIFT_TONEMAP_ST2094_40; }

TEST_F(MetadataOption, ToneCurvesAreDescribedOrRefusedWithTheOptions) {
    measure_film();
    const tonelift_log log = messages_.log();
    for (const int kinds : {TONELIFT_METADATA_HDR10_PLUS, TONELIFT_METADATA_DOLBY_VISION,
                            TONELIFT_METADATA_ST2094_50, TONELIFT_METADATA_ALL}) {
        for (int curve = TONELIFT_TONEMAP_AUTO; curve <= TONELIFT_TONEMAP_ST2094_10; ++curve) {
            for (const char* file : {path_.c_str(), static_cast<const char*>(nullptr)}) {
                SCOPED_TRACE(std::to_string(kinds) + ", tonemap " + std::to_string(curve));
                messages_.errors.clear();
                tonelift_options options = writing(kinds);
                options.stats_file = file;
                options.tonemap = curve;
                const bool refused =
                    applies_metadata(curve) && kinds != TONELIFT_METADATA_DOLBY_VISION;
                EXPECT_EQ(tonelift_options_check(&options, &log),
                          refused ? TONELIFT_ERROR_ARGUMENT : TONELIFT_OK);
                const FilterHandle made = filter(options);
                ASSERT_EQ(made == nullptr, refused) << messages_.errors;
                const int given = refused ? kinds : of_frame(made.get(), 0).kinds;
                EXPECT_EQ(given, kinds) << messages_.errors;
            }
        }
    }
}

TEST_F(MetadataOption, RefusalOfAToneCurveNamesValuesAndRemedy) {
    const tonelift_log log = messages_.log();
    tonelift_options options = writing(TONELIFT_METADATA_HDR10_PLUS);
    options.tonemap = TONELIFT_TONEMAP_ST2094_40;
    EXPECT_EQ(tonelift_options_check(&options, &log), TONELIFT_ERROR_ARGUMENT);
    EXPECT_NE(messages_.errors.find("tonemap=st2094-40"), std::string::npos) << messages_.errors;
    EXPECT_NE(messages_.errors.find("allowed are auto, spline, bt2390, bt2446a, adaptive, "
                                    "reinhard, hable, mobius, linear and clip"),
              std::string::npos)
        << messages_.errors;
    EXPECT_NE(messages_.errors.find("leave tonemap out"), std::string::npos) << messages_.errors;
}

TEST_F(MetadataOption, IsLoggedIfNoProgramReadsIt) {
    measure_film();
    FilterHandle made = filter(writing());
    made.reset();
    EXPECT_NE(messages_.warnings.find("no frame received the metadata"), std::string::npos);
    messages_.warnings.clear();
    made = filter(writing());
    of_frame(made.get(), 0);
    made.reset();
    EXPECT_EQ(messages_.warnings, "");
}

TEST_F(MetadataOption, OptionsOutOfRangeAreRefused) {
    const tonelift_log log = messages_.log();
    const auto expect_refused = [&](const auto& change) {
        tonelift_options options = writing();
        options.stats_file = nullptr;
        change(options);
        tonelift_video out = in_;
        tonelift_filter* made = nullptr;
        EXPECT_EQ(tonelift_options_check(&options, &log), TONELIFT_ERROR_ARGUMENT);
        EXPECT_EQ(tonelift_output(&options, &in_, &out, &log), TONELIFT_ERROR_ARGUMENT);
        EXPECT_EQ(tonelift_filter_create(&made, &options, &in_, &in_, nullptr, &log),
                  TONELIFT_ERROR_ARGUMENT);
        tonelift_filter_destroy(&made);
    };
    for (const int stats : {-3, 5, 100, 1 << 30})
        expect_refused([&](tonelift_options& options) { options.stats = stats; });
    EXPECT_NE(messages_.errors.find("stats=100: allowed are auto, write, read and measure"),
              std::string::npos)
        << messages_.errors;
    expect_refused([](tonelift_options& options) { options.strength = 77; });
    expect_refused([](tonelift_options& options) { options.target_peak = -5; });
    expect_refused([](tonelift_options& options) { options.lookahead = NAN; });
    expect_refused([](tonelift_options& options) { options.metadata = -1; });
    for (const double peak : {0.4, 49.0, 4001.0})
        expect_refused([&](tonelift_options& options) { options.target_peak = peak; });
    EXPECT_NE(messages_.errors.find("target_peak=4001: allowed"), std::string::npos)
        << messages_.errors;
}

TEST_F(MetadataOption, AnyTargetPeakIsAllowedWithoutHdr10Plus) {
    const tonelift_log log = messages_.log();
    for (const double peak : {0.4, 4001.0}) {
        tonelift_options options =
            writing(TONELIFT_METADATA_DOLBY_VISION | TONELIFT_METADATA_ST2094_50);
        options.target_peak = peak;
        EXPECT_EQ(tonelift_options_check(&options, &log), TONELIFT_OK) << messages_.errors;
    }
}

TEST_F(MetadataOption, OptionsCannotChange) {
    measure_film();
    const tonelift_options first = writing();
    const FilterHandle made = filter(first);
    ASSERT_NE(made, nullptr) << messages_.errors;
    EXPECT_EQ(tonelift_filter_set_options(made.get(), &first), TONELIFT_OK) << messages_.errors;
    const auto expect_refused = [&](const char* name, const auto& change) {
        tonelift_options options = first;
        change(options);
        tonelift_filter* const filters[] = {made.get()};
        const tonelift_options* const all[] = {&options};
        EXPECT_EQ(tonelift_filter_set_options(made.get(), &options), TONELIFT_ERROR_ARGUMENT);
        EXPECT_EQ(tonelift_filters_set_options(filters, all, 1), TONELIFT_ERROR_ARGUMENT);
        const std::string text = std::string("option ") + name + " cannot change";
        EXPECT_NE(messages_.errors.find(text), std::string::npos) << messages_.errors;
    };
    expect_refused("preset", [](tonelift_options& options) { options.preset = "vivid"; });
    expect_refused("target_peak", [](tonelift_options& options) { options.target_peak = 100; });
    expect_refused("metadata", [](tonelift_options& options) { options.metadata = 0; });
    expect_refused("stats_file", [](tonelift_options& options) { options.stats_file = "other"; });
}

TEST_F(MetadataOption, FilmOfAnotherPictureIsRefused) {
    measure_film();
    in_ = hdr10_video(TONELIFT_FORMAT_YUV444P10, 96, 54);
    EXPECT_EQ(filter(writing()), nullptr);
    EXPECT_NE(messages_.errors.find("size is 64x36 there and 96x54 here"), std::string::npos)
        << messages_.errors;
    in_ = hdr10_video(TONELIFT_FORMAT_YUV420P10, 64, 36);
    EXPECT_EQ(filter(writing()), nullptr);
    EXPECT_NE(messages_.errors.find("samples is"), std::string::npos) << messages_.errors;
}

TEST_F(MetadataOption, TimesAreComparedAsWhenAFileIsRead) {
    measure_film();
    const FilterHandle made = filter(writing());
    ASSERT_NE(made, nullptr) << messages_.errors;
    tonelift_metadata metadata;
    tonelift_metadata_default(&metadata);
    tonelift_frame frame = frame_of(film_[3], 3 / rate);
    for (const double time : {3 / rate + 4e-7, static_cast<double>(NAN)}) {
        frame.time = time;
        EXPECT_EQ(tonelift_filter_metadata(made.get(), &frame, &metadata), TONELIFT_OK) << time;
    }
    frame.time = 3 / rate + 1;
    EXPECT_EQ(tonelift_filter_metadata(made.get(), &frame, &metadata), TONELIFT_ERROR_IO);
    EXPECT_NE(messages_.errors.find("belongs to another film"), std::string::npos)
        << messages_.errors;
}

TEST_F(MetadataOption, ReadsAFileThatSeveralFiltersWrote) {
    run(per_shot(measure), 0, 12, {Ending::interruption});
    run(per_shot(measure), 12, film_frames);
    ASSERT_EQ(count(text(), "\nsection\n"), 2u);
    EXPECT_NE(filter(writing()), nullptr) << messages_.errors;
}

TEST_F(MetadataOption, DolbyVisionThatIsReshapedIsRefused) {
    tonelift_options options = writing();
    options.stats_file = nullptr;
    const FilterHandle made = filter(options);
    tonelift_video reshaped = in_;
    reshaped.primaries = reshaped.transfer = reshaped.matrix = TONELIFT_PRIMARIES_UNSPECIFIED;
    reshaped.dolby_vision_profile = 5;
    EXPECT_EQ(tonelift_filter_set_input(made.get(), &reshaped), TONELIFT_ERROR_ARGUMENT);
    in_ = reshaped;
    EXPECT_EQ(filter(options), nullptr);
    EXPECT_NE(messages_.errors.find("Dolby Vision of profile 5"), std::string::npos);
}

// Level 6 of Dolby Vision metadata contains the mastering display of the input.
TEST_F(MetadataOption, MasteringDisplayOfTheInputIsStated) {
    measure_film();
    in_.mastering_min = 0.005;
    in_.mastering_max = 4000;
    for (const char* file : {path_.c_str(), static_cast<const char*>(nullptr)}) {
        tonelift_options options = writing();
        options.stats_file = file;
        const FilterHandle made = filter(options);
        ASSERT_NE(made, nullptr) << messages_.errors;
        const tonelift_metadata there = of_frame(made.get(), 0);
        EXPECT_EQ(there.level6[0], 4000);
        EXPECT_EQ(there.level6[1], 50);
    }
}

TEST_F(MetadataOption, TargetPeakIsTheScreenOfTheCurves) {
    measure_film();
    const MeasuredFilm film = measured_film(path_, "faithful");
    const FittedCurves curves = fitted_curves(film, {true, false, 600}, [](size_t) {});
    const Hdr10PlusCodes codes = hdr10plus_codes(film.shots[0].light, &curves.beziers[0]);
    for (const char* file : {path_.c_str(), static_cast<const char*>(nullptr)}) {
        tonelift_options options = writing(TONELIFT_METADATA_HDR10_PLUS);
        options.stats_file = file;
        options.target_peak = 600;
        const FilterHandle made = filter(options);
        ASSERT_NE(made, nullptr) << messages_.errors;
        for (int i = 0; file == nullptr && i < film_frames; ++i) {
            const tonelift_frame frame = frame_of(film_[static_cast<size_t>(i)], i / rate);
            ASSERT_EQ(tonelift_filter_look(made.get(), &frame, 1), TONELIFT_OK);
        }
        EXPECT_TRUE(std::ranges::equal(of_frame(made.get(), 0).anchors, codes.anchors));
        EXPECT_EQ(of_frame(made.get(), 0).target, codes.target);
    }
}

TEST_F(MetadataOption, LongFilmsLogProgress) {
    constexpr size_t shots = 260, longer_than_a_flash = 5;
    const TestPicture dark = film_.front(), bright = film_.back();
    film_.clear();
    for (size_t i = 0; i < shots * longer_than_a_flash; ++i)
        film_.push_back(i / longer_than_a_flash % 2 == 0 ? dark : bright);
    measure_film();
    tonelift_options options = writing(TONELIFT_METADATA_ST2094_50);
    std::string text;
    const tonelift_log log = {
        sizeof log, &text, [](void* user, tonelift_log_level level, const char* message) {
            if (level == TONELIFT_LOG_INFO)
                *static_cast<std::string*>(user) += std::string(message) + "\n";
        }};
    tonelift_filter* filter = nullptr;
    const tonelift_video out = output_of(options, in_);
    ASSERT_EQ(tonelift_filter_create(&filter, &options, &in_, &out, nullptr, &log), TONELIFT_OK);
    tonelift_filter_destroy(&filter);
    EXPECT_EQ(count(text, "metadata has curves for 256 of 260 shots"), 1u) << text;
}

}  // namespace
}  // namespace tonelift::metadata_option_test
