// SPDX-License-Identifier: BSD-2-Clause
//
// Dynamic metadata of a film, from its statistics file to the files that are written.
#include <cmath>

#include "core/common/build_version.h"
#include "kernels/error.h"
#include "tests/api/stats_film.h"
#include "tests/oracle/color_reference.h"
#include "tools/metadata/curve_plot.h"
#include "tools/metadata/metadata.h"
#include "tools/metadata/preset_curve.h"

namespace tonelift {
namespace {

constexpr int measure = 3;

class Metadata : public Stats {
  protected:
    tonelift_options per_shot(int stats) const {
        tonelift_options result = options(stats);
        result.smoothing = TONELIFT_SMOOTHING_SHOT;
        return result;
    }
    void measure_film() const { run(per_shot(measure), 0, frames); }

    // The file that is written with this member of the request.
    std::string written(std::string MetadataRequest::*file, char profile = 'b') const {
        MetadataRequest request;
        request.statistics = path_;
        request.profile = profile;
        request.*file = path_ + ".json";
        write_metadata(request);
        std::ifstream stream(request.*file);
        std::string text{std::istreambuf_iterator<char>(stream), {}};
        fs::remove(request.*file);
        return text;
    }

    static std::string refusal(const std::string& path, const std::string& preset) {
        try {
            measured_film(path, preset);
        } catch (const Error& error) {
            return error.what();
        }
        return "";
    }

    static size_t count(const std::string& text, const std::string& part) {
        size_t found = 0;
        for (size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) ++found;
        return found;
    }
};

TEST_F(Metadata, OutputsAreNeitherTheInputNorEachOther) {
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
    EXPECT_FALSE(fs::exists(request.dolby_vision));
    EXPECT_EQ(measured_film(path_, "faithful").frames, static_cast<size_t>(frames));
}

TEST_F(Metadata, ShotsEndAtCuts) {
    measure_film();
    const MeasuredFilm film = measured_film(path_, "faithful");
    EXPECT_EQ(film.frames, static_cast<size_t>(frames));
    ASSERT_EQ(film.shots.size(), 2u);
    EXPECT_EQ(film.shots[0].first, 0u);
    EXPECT_EQ(film.shots[1].first, static_cast<size_t>(frames / 2));
    EXPECT_EQ(film.shots[1].frames, static_cast<size_t>(frames - frames / 2));
    EXPECT_GT(film.shots[1].light.brightest(), film.shots[0].light.brightest());
    EXPECT_EQ(film.max_cll, film.shots[1].light.brightest());
}

// The picture of a gray film is that of the curve.
TEST_F(Metadata, CurveOfAPresetEqualsItsMapping) {
    for (TestPicture& picture : film_) picture = film_[frames - 1];
    measure_film();
    for (const double peak : {100.0, 203.0, 600.0}) {
        const MeasuredFilm film = measured_film(path_, "faithful");
        std::vector<double> curve;
        PresetCurve(film, peak).shown(film.shots[0], &curve);
        tonelift_options mapping = per_shot(automatic);
        mapping.stats_file = nullptr;
        mapping.preset = "faithful";
        mapping.target_peak = peak;
        mapping.primaries = TONELIFT_PRIMARIES_BT2020;
        mapping.format = "same";
        const std::vector<TestPicture> shown = run(mapping, frames - 1, frames);
        ASSERT_EQ(shown.size(), 1u);
        for (int x = 0; x < in_.width; ++x) {
            const double from = (film_[frames - 1].code(0, x, 7) - 64) / 876;
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
        EXPECT_EQ(count(text, "\"SequenceFrameIndex\""), static_cast<size_t>(frames));
        EXPECT_EQ(count(text, "\"BezierCurveData\""), profile == 'b' ? frames : 0u);
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
        ASSERT_EQ(contents.size(), static_cast<size_t>(frames));
        for (size_t i = 1; i < frames; ++i)
            EXPECT_EQ(contents[i] == contents[i - 1], i != frames / 2) << i;
    }
}

// The brightest frame of the second shot has the code 560 + 8 * 23 above black at its brightest
// corner, less half a step of the averaged 2x2 pixels.
TEST_F(Metadata, LightIsThatOfTheFrames) {
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

TEST_F(Metadata, ActiveAreaLeavesOutBlackBars) {
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

// A chart for each of the two shots: three curves, and marks of light.
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

TEST_F(Metadata, StatisticsOfOneLookServeAnother) {
    measure_film();  // natural
    EXPECT_EQ(refusal(path_, "faithful"), "");
    EXPECT_EQ(refusal(path_, "cinema"), "");
    EXPECT_NE(refusal(path_, "landscape").find("script is"), std::string::npos);
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
}  // namespace tonelift
