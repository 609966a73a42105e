// SPDX-License-Identifier: BSD-2-Clause
// Tests dynamic metadata of a film, which is computed from the film's statistics file.
#include <array>
#include <cmath>
#include <fstream>
#include <sstream>

#include "core/common/build_version.h"
#include "core/metadata/preset_curve.h"
#include "kernels/error.h"
#include "tests/oracle/color_reference.h"
#include "tests/unit/metadata_film.h"
#include "tools/metadata/curve_plot.h"

namespace tonelift::metadata_film_test {
namespace {

TEST_F(Metadata, OutputsMustDifferFromTheInputAndFromEachOther) {
    measure_film();
    const auto is_refused = [](const MetadataRequest& request) {
        try {
            write_metadata(request);
        } catch (const Error& error) {
            return error.failure() == Failure::argument;
        }
        return false;
    };
    MetadataRequest request;
    request.statistics = path_;
    request.dolby_vision = path_;
    EXPECT_TRUE(is_refused(request));
    request.dolby_vision = path_ + ".json";
    request.hdr10plus =
        fs::path(path_).parent_path() / "." / (fs::path(path_).filename() += ".json");
    EXPECT_TRUE(is_refused(request));
    request.hdr10plus = fs::relative(request.dolby_vision);
    EXPECT_TRUE(is_refused(request));
    const fs::path link = path_ + ".link";
    fs::create_symlink(fs::path(request.dolby_vision).filename(), link);
    request.hdr10plus = link;
    EXPECT_TRUE(is_refused(request)) << "a link to an output that does not exist yet";
    fs::remove(link);
    EXPECT_FALSE(fs::exists(request.dolby_vision));
    EXPECT_EQ(measured_film(path_, "faithful").frames, static_cast<size_t>(film_frames));
}

TEST_F(Metadata, EitherAllOrNoOutputsAreWritten) {
    measure_film();
    MetadataRequest request;
    request.statistics = path_;
    request.dolby_vision = path_ + ".dovi.json";
    request.st2094_50 = path_ + ".missing/2094-50.json";
    std::ofstream(request.dolby_vision) << "older";
    EXPECT_THROW(write_metadata(request), Error);
    EXPECT_EQ(text_of_file(request.dolby_vision), "older");
    EXPECT_FALSE(fs::exists(request.dolby_vision + ".part"));
    request.st2094_50 = path_ + ".2094-50.json";
    write_metadata(request);
    EXPECT_NE(text_of_file(request.dolby_vision), "older");
    EXPECT_NE(text_of_file(request.st2094_50), "");
    fs::remove(request.dolby_vision);
    fs::remove(request.st2094_50);
}

TEST_F(Metadata, ImpossibleStatisticsAreRefused) {
    measure_film();
    const std::string right = text();
    const auto refusal_of = [&](const std::string& key, const std::string& value) {
        const size_t at = right.find("\n" + key + " ") + key.size() + 2;
        std::string edited = right;
        std::ofstream(path_) << edited.replace(at, right.find_first_of(" \n", at) - at, value);
        return refusal(path_, "faithful");
    };
    const std::pair<const char*, const char*> edits[] = {{"size", "0x48"},
                                                         {"size", "-64x48"},
                                                         {"size", "64x48z"},
                                                         {"size", "99999x99999"},
                                                         {"chroma_location", "99"},
                                                         {"chroma_location", "-1"},
                                                         {"range", "7"},
                                                         {"primaries", "77"},
                                                         {"matrix", "3"},
                                                         {"param.percentile", "9"},
                                                         {"scene_threshold_low", "9"}};
    for (const auto& [key, value] : edits) {
        const std::string said = refusal_of(key, value);
        EXPECT_TRUE(said.starts_with("stats_file '" + path_ + "' ")) << key << ' ' << value << said;
    }
    EXPECT_EQ(refusal_of("range", "1"), "");
}

TEST_F(Metadata, ImpossibleLightIsRefused) {
    std::array<double, source_light_count> light;
    light.fill(0.5);
    EXPECT_EQ(fault_of(light), nullptr);
    const auto fault_with = [&](SourceLight number, double code) {
        auto edited = light;
        edited[static_cast<size_t>(number)] = code;
        const char* fault = fault_of(edited);
        return std::string(fault != nullptr ? fault : "");
    };
    EXPECT_EQ(fault_with(SourceLight::p10, 0.6), "percentiles that fall");
    EXPECT_EQ(fault_with(SourceLight::p99_98, 0.4), "percentiles that fall");
    EXPECT_EQ(fault_with(SourceLight::y90, 0.4), "percentiles that fall");
    EXPECT_EQ(fault_with(SourceLight::p99_98, 0.6), "a mean or percentile above its maximum");
    EXPECT_EQ(fault_with(SourceLight::mean, 0.6), "a mean or percentile above its maximum");
    EXPECT_EQ(fault_with(SourceLight::y99, 0.6), "a luminance above the largest component");
    EXPECT_EQ(fault_with(SourceLight::p1, 0), "");
    EXPECT_EQ(fault_with(SourceLight::red, 1), "");
}

TEST_F(Metadata, ShotsEndAtCuts) {
    measure_film();
    const MeasuredFilm film = measured_film(path_, "faithful");
    EXPECT_EQ(film.frames, static_cast<size_t>(film_frames));
    ASSERT_EQ(film.shots.size(), 2u);
    EXPECT_EQ(film.shots[0].first, 0u);
    EXPECT_EQ(film.shots[1].first, static_cast<size_t>(film_frames / 2));
    EXPECT_EQ(film.shots[1].frames, static_cast<size_t>(film_frames - film_frames / 2));
    EXPECT_GT(film.shots[1].light.brightest(), film.shots[0].light.brightest());
    EXPECT_EQ(film.max_cll, film.shots[1].light.brightest());
}

TEST_F(Metadata, ShotsKeepTheLightOfFramesThatDiffer) {
    const auto brighten = [&](TestPicture* picture) {
        for (int y = 0; y < in_.height; ++y)
            for (int x = 0; x < in_.width; ++x) picture->set_code(0, x, y, 800);
    };
    for (TestPicture& picture : film_) picture = film_[film_frames - 1];
    measure_film();
    EXPECT_TRUE(measured_film(path_, "faithful").shots[0].unusual.empty()) << "equal frames";
    brighten(&film_[3]);
    fs::remove(path_);
    measure_film();
    const Shot shot = measured_film(path_, "faithful").shots[0];
    ASSERT_FALSE(shot.unusual.empty());
    const double flash = reference::pq_decode((800 - 64) / 876.0);
    EXPECT_NEAR(shot.unusual.back().mean / flash, 1, 0.01);
    EXPECT_LT(shot.light.mean, flash / 2);
}

TEST_F(Metadata, CurveOfAPresetEqualsItsMapping) {
    for (TestPicture& picture : film_) picture = film_[film_frames - 1];
    measure_film();
    for (const double peak : {100.0, 203.0, 600.0}) {
        const MeasuredFilm film = measured_film(path_, "faithful");
        std::vector<double> curve;
        PresetCurve(film, 1000).shown(film.shots[0], peak, &curve);
        tonelift_options mapping = per_shot(automatic);
        mapping.stats_file = nullptr;
        mapping.preset = "faithful";
        mapping.target_peak = peak;
        mapping.primaries = TONELIFT_PRIMARIES_BT2020;
        mapping.format = "same";
        const std::vector<TestPicture> shown = run(mapping, film_frames - 1, film_frames);
        ASSERT_EQ(shown.size(), 1u);
        for (int x = 0; x < in_.width; ++x) {
            const double from = (film_[film_frames - 1].code(0, x, 7) - 64) / 876;
            const double to = (shown[0].code(0, x, 7) - 64) / 876;
            const double wanted = std::pow(light_at(curve, from) / peak, 1 / 2.4);
            EXPECT_NEAR(to, wanted, 1.5 / 876) << x << " at " << peak << " cd/m2";
        }
    }
}

TEST_F(Metadata, Hdr10PlusHasALineForEachFrameAndOneContentForEachShot) {
    measure_film();
    for (const char profile : {'a', 'b'}) {
        const std::string text = written(&MetadataRequest::hdr10plus, profile);
        EXPECT_EQ(count(text, "\"SequenceFrameIndex\""), static_cast<size_t>(film_frames));
        EXPECT_EQ(count(text, "\"BezierCurveData\""), profile == 'b' ? film_frames : 0u);
        EXPECT_NE(text.find(profile == 'b' ? "\"HDR10plusProfile\": \"B\""
                                           : "\"HDR10plusProfile\": \"A\""),
                  std::string::npos);
        EXPECT_NE(text.find("\"SceneFirstFrameIndex\": [0, 12], \"SceneFrameNumbers\": [12, 12]"),
                  std::string::npos);
        EXPECT_NE(text.find("\"ToolInfo\": {\"Tool\": \"tonelift\", \"Version\": \"" +
                            std::string(build_version()) + "\"}\n}\n"),
                  std::string::npos)
            << text.substr(text.size() - 100);
        std::istringstream lines(text);
        std::string line;
        std::vector<std::string> contents;
        while (std::getline(lines, line)) {
            const size_t end = line.find(", \"SceneFrameIndex\"");
            if (end != std::string::npos) contents.push_back(line.substr(0, end));
        }
        ASSERT_EQ(contents.size(), static_cast<size_t>(film_frames));
        for (size_t i = 1; i < film_frames; ++i)
            EXPECT_EQ(contents[i] == contents[i - 1], i != film_frames / 2) << i;
    }
}

TEST_F(Metadata, LightEqualsTheLightOfTheFrames) {
    measure_film();
    const auto nits = [](double level, double across) {
        return reference::pq_decode(level * across / 100 / 876);
    };
    const MeasuredFilm film = measured_film(path_, "faithful");
    EXPECT_NEAR(film.shots[1].light.largest[1] / nits(560 + 8 * 23, 97), 1, 0.02);
    EXPECT_NEAR(film.shots[0].light.largest[1] / nits(180 + 12 * 11, 97), 1, 0.02);
    const std::string text = written(&MetadataRequest::dolby_vision);
    EXPECT_NE(text.find("\"start\": 0, \"duration\": 12"), std::string::npos) << text;
    EXPECT_NE(text.find("\"start\": 12, \"duration\": 12"), std::string::npos) << text;
    EXPECT_NE(text.find("\"active_area_top_offset\": 0"), std::string::npos) << text;
    EXPECT_NE(
        text.find("\"max_content_light_level\": " + std::to_string(std::lround(film.max_cll))),
        std::string::npos)
        << text;
}

TEST_F(Metadata, ActiveAreaExcludesBlackBars) {
    for (TestPicture& picture : film_) {
        for (int y = 0; y < in_.height; ++y) {
            for (int x = 0; x < in_.width; ++x) {
                const bool bar = y < 4 || y >= in_.height - 4;
                picture.set_code(0, x, y, bar ? 64 : 500);
            }
        }
    }
    measure_film();
    const std::string text = written(&MetadataRequest::dolby_vision);
    EXPECT_NE(text.find("\"active_area_left_offset\": 0, \"active_area_right_offset\": 0, "
                        "\"active_area_top_offset\": 4, \"active_area_bottom_offset\": 4"),
              std::string::npos)
        << text;
}

TEST_F(Metadata, St2094HasASetForEachShot) {
    measure_film();
    const std::string text = written(&MetadataRequest::st2094_50);
    EXPECT_EQ(count(text, "\"SMPTEST2094_50\""), 2u);
    EXPECT_NE(text.find("\"frameStart\": 12, \"frameDuration\": 12"), std::string::npos) << text;
    EXPECT_EQ(count(text, "\"payload\": \"0040"), 2u) << text;
}

TEST_F(Metadata, PlotShowsTheCurvesOfEachShot) {
    measure_film();
    const PlotPanel panel = curve_plot(path_, "faithful");
    EXPECT_EQ(count(panel.svg, "<polyline"), 2 * 3u);
    EXPECT_EQ(count(panel.svg, ">frames 0 to 11<"), 1u) << panel.svg;
    EXPECT_EQ(count(panel.svg, ">frames 12 to 23<"), 1u) << panel.svg;
    EXPECT_EQ(panel.svg.find("nan"), std::string::npos);
    EXPECT_NE(film_plot(path_, "faithful").find(panel.svg), std::string::npos);
    EXPECT_EQ(film_plot(path_, ""), plot_stats(path_));
    EXPECT_THROW(curve_plot(path_, "landscape"), Error);
    EXPECT_THROW(curve_plot(path_, "no preset"), Error);
}

TEST_F(Metadata, PlotLabelsTenthsOfASecondAfterAnHour) {
    measure_film();
    std::istringstream lines(text_of_file(path_));
    std::string moved;
    size_t frames = 0;
    for (std::string line; std::getline(lines, line); moved += line + '\n') {
        if (line.find_first_of("0123456789") != 0) continue;
        const size_t time = line.find(' ') + 1;
        line.replace(time, line.find(' ', time) - time,
                     std::to_string(7199300 + 100 * frames++) + "000000");
    }
    std::ofstream(path_) << moved;
    const std::string plot = plot_stats(path_);
    EXPECT_EQ(count(plot, ">1:59:59.6<"), 1u) << plot;
    EXPECT_EQ(count(plot, ">2:00:00.0<"), 1u) << plot;
}

TEST_F(Metadata, StatisticsOfOneLookServeOtherLooks) {
    measure_film();
    EXPECT_EQ(refusal(path_, "faithful"), "");
    EXPECT_EQ(refusal(path_, "cinema"), "");
    EXPECT_NE(refusal(path_, "landscape").find("script is"), std::string::npos);
}

TEST_F(Metadata, StatisticsOfAnAdaptedPictureHaveNoCurves) {
    for (const int tonemap : {TONELIFT_TONEMAP_ST2094_50, TONELIFT_TONEMAP_ST2094_10}) {
        tonelift_options adapting = per_shot(measure);
        adapting.tonemap = tonemap;
        run(adapting, 0, film_frames);
        EXPECT_NE(written(&MetadataRequest::dolby_vision), "");
        try {
            written(&MetadataRequest::hdr10plus);
            FAIL() << tonemap;
        } catch (const Error& error) {
            EXPECT_EQ(error.failure(), Failure::io) << error.what();
            EXPECT_NE(std::string(error.what()).find("was measured with tonemap=st2094-"),
                      std::string::npos)
                << error.what();
        }
    }
}

TEST_F(Metadata, FilesWithoutLightAreRefused) {
    measure_film();
    std::string older = text();
    for (size_t at; (at = older.find("light:1:light.")) != std::string::npos;)
        older.replace(at, 14, "smooth:1:old_");
    std::ofstream(path_) << older;
    EXPECT_NE(refusal(path_, "faithful").find("has no light of an HDR film"), std::string::npos)
        << refusal(path_, "faithful");
    in_.transfer = TONELIFT_TRANSFER_HLG;
    measure_film();
    EXPECT_NE(refusal(path_, "faithful").find("is not PQ"), std::string::npos);
}

}  // namespace
}  // namespace tonelift::metadata_film_test
