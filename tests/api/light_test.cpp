// SPDX-License-Identifier: BSD-2-Clause
// Tests the light level (MaxCLL and MaxFALL) of HDR10 output, and the effect of dynamic metadata on
// the output.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>

#include "kernels/math/plain.h"
#include "tests/support/api_stream.h"

namespace tonelift::light_test {
namespace {

namespace fs = std::filesystem;

constexpr int frames = 9;
constexpr int pq = 16;

struct Light {
    double max_cll = 0, max_fall = 0;
};

const tonelift_video sdr = [] {
    tonelift_video video = sdr_video(TONELIFT_FORMAT_GBRP16, 96, 54);
    video.matrix = 0;
    video.range = 2;
    return video;
}();

tonelift_options hdr10_options() {
    tonelift_options options = default_options();
    options.transfer = pq;
    options.dithering = 0;
    return options;
}

TestPicture film_frame(int number) {
    TestPicture picture = picture_for(sdr);
    const double peak = 0.55 + 0.45 * std::sin(3.14159 * number / (frames - 1));
    for (int c = 0; c < 3; ++c) {
        for (int y = 0; y < sdr.height; ++y) {
            for (int x = 0; x < sdr.width; ++x) {
                const double wave = 0.5 + 0.5 * std::sin(0.1 * (x + 2 * c) + 0.07 * y * (c + 1));
                picture.set_code(c, x, y, std::round(65535 * peak * wave));
            }
        }
    }
    return picture;
}

// Computes MaxCLL and MaxFALL in cd/m2 as CTA-861.3, annex P, defines them.
Light light_of(const TestPicture& picture, int width, int height) {
    Light light;
    double sum = 0;
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            double largest = 0;
            for (int c = 0; c < 3; ++c) largest = std::max(largest, picture.code(c, x, y));
            const double nits = 203.0 * math::pq_decode(static_cast<float>(largest / 65535));
            light.max_cll = std::max(light.max_cll, nits);
            sum += nits;
        }
    }
    light.max_fall = sum / (width * height);
    return light;
}

void expect_near(const Light& expected, double max_cll, double max_fall) {
    EXPECT_NEAR(max_cll, expected.max_cll, 0.002 * expected.max_cll);
    EXPECT_NEAR(max_fall, expected.max_fall, 0.002 * expected.max_fall);
}

Light level_of(tonelift_filter* filter) {
    Light light{-1, -1};
    EXPECT_EQ(tonelift_filter_light(filter, &light.max_cll, &light.max_fall), TONELIFT_OK);
    return light;
}

struct Film {
    std::vector<Light> light;
    std::vector<Light> seen;
    tonelift_video out;
};

Film run(const tonelift_options& options, int first = 0, int last = frames) {
    Film result;
    result.out = output_of(options, sdr);
    const FilterHandle filter = make_filter(options, sdr, result.out);
    EXPECT_NE(filter, nullptr);
    for (int i = first; i < last && filter != nullptr; ++i) {
        const TestPicture source = film_frame(i);
        TestPicture made = picture_for(result.out);
        const tonelift_frame from = frame_of(source, i / 25.0);
        tonelift_frame to = frame_of(made, i / 25.0);
        EXPECT_EQ(tonelift_filter_process(filter.get(), &from, &to, 1), TONELIFT_OK);
        const Light seen = light_of(made, sdr.width, sdr.height);
        const Light before = result.seen.empty() ? Light{} : result.seen.back();
        result.seen.push_back(
            {std::max(seen.max_cll, before.max_cll), std::max(seen.max_fall, before.max_fall)});
        result.light.push_back(level_of(filter.get()));
    }
    EXPECT_EQ(tonelift_filter_finish(filter.get()), TONELIFT_OK);
    return result;
}

TEST(Light, LevelIsTheMaximumOfTheFramesSoFar) {
    const Film film = run(hdr10_options());
    for (size_t i = 0; i < film.light.size(); ++i) {
        SCOPED_TRACE(i);
        expect_near(film.seen[i], film.light[i].max_cll, film.light[i].max_fall);
    }
    EXPECT_GT(film.light.back().max_cll, 1.2 * film.light.front().max_cll);
    EXPECT_GT(film.light.back().max_cll, film.light.back().max_fall);
}

TEST(Light, LevelBeforeTheFirstFrameIsTheTargetPeak) {
    tonelift_options options = hdr10_options();
    options.target_peak = 700;
    const Film film = run(options);
    EXPECT_EQ(film.out.max_cll, 700);
    EXPECT_EQ(film.out.max_fall, 0);
    EXPECT_LE(film.light.back().max_cll, 700.5);
}

TEST(Light, LevelIsZeroForOutputsWithoutHdr10) {
    for (const int transfer : {-1, 18}) {
        tonelift_options options = default_options();
        options.transfer = transfer;
        options.format = "gbrp16le";
        const Film film = run(options, 0, 1);
        EXPECT_EQ(film.out.max_cll, 0);
        EXPECT_EQ(film.light.back().max_cll, 0);
        EXPECT_EQ(film.light.back().max_fall, 0);
    }
}

TEST(Light, LevelIsKeptWhenOptionsChange) {
    tonelift_options options = hdr10_options();
    const tonelift_video out = output_of(options, sdr);
    const FilterHandle filter = make_filter(options, sdr, out);
    ASSERT_NE(filter, nullptr);
    const auto map = [&](int number) {
        const TestPicture source = film_frame(number);
        TestPicture made = picture_for(out);
        const tonelift_frame from = frame_of(source, number / 25.0);
        tonelift_frame to = frame_of(made, number / 25.0);
        EXPECT_EQ(tonelift_filter_process(filter.get(), &from, &to, 1), TONELIFT_OK);
        return level_of(filter.get());
    };
    const Light before = map(frames / 2);
    for (const char* preset : {"landscape", "faithful"}) {
        options.preset = preset;
        ASSERT_EQ(tonelift_filter_set_options(filter.get(), &options), TONELIFT_OK);
        const Light after = map(0);
        EXPECT_EQ(after.max_cll, before.max_cll) << preset;
        EXPECT_EQ(after.max_fall, before.max_fall) << preset;
    }
}

TEST(Light, LevelIsKnownFromTheFirstFrameInASecondPass) {
    const std::string path = (fs::path(testing::TempDir()) / "tonelift_light.stats").string();
    fs::remove(path);
    tonelift_options options = hdr10_options();
    options.stats_file = path.c_str();
    const Film first = run(options);
    const Light film = first.light.back();
    expect_near(first.seen.back(), film.max_cll, film.max_fall);
    EXPECT_EQ(first.out.max_cll, 1000) << "not known yet";
    const Film piece = run(options, 1, 3);
    EXPECT_EQ(piece.out.max_cll, film.max_cll);
    EXPECT_EQ(piece.out.max_fall, film.max_fall);
    for (const Light& light : piece.light) EXPECT_EQ(light.max_cll, film.max_cll);
    options.stats = 1;
    EXPECT_EQ(output_of(options, sdr).max_cll, 1000);
    fs::remove(path);
}

const tonelift_video hdr = hdr10_video(TONELIFT_FORMAT_YUV444P16, 96, 54);

TestPicture mapped(double scene_peak) {
    const tonelift_options options = [] {
        tonelift_options result = default_options();
        result.dithering = 0;
        result.format = "yuv444p16le";
        result.set = "reach=300";
        return result;
    }();
    const tonelift_video out = output_of(options, hdr);
    const FilterHandle filter = make_filter(options, hdr, out);
    TestPicture source = picture_for(hdr), made = picture_for(out);
    for (int c = 1; c < 3; ++c) source.fill_constant(c, 32768);
    for (int y = 0; y < hdr.height; ++y) {
        for (int x = 0; x < hdr.width; ++x) {
            const float nits =
                400.0f * static_cast<float>(x + y) / static_cast<float>(hdr.width + hdr.height);
            source.set_code(0, x, y, std::round(4096 + 56064 * math::pq_encode(nits / 203.0f)));
        }
    }
    for (int i = 0; i < 3; ++i) {
        tonelift_frame from = frame_of(source, i / 25.0);
        from.scene_peak = scene_peak;
        tonelift_frame to = frame_of(made, i / 25.0);
        EXPECT_EQ(tonelift_filter_process(filter.get(), &from, &to, 1), TONELIFT_OK);
    }
    return made;
}

TEST(ScenePeak, IsIgnoredIfTheFrameExceedsIt) {
    const TestPicture measured = mapped(0);
    for (const double peak : {std::numeric_limits<double>::quiet_NaN(), -5.0, 0.01, 50.0, 300.0}) {
        EXPECT_TRUE(equal(measured, mapped(peak))) << peak;
    }
}

// SMPTE ST 2094-40 defines the scene peak only for PQ, so the scene peak has no effect on SDR.
TEST(ScenePeak, IsIgnoredInSdr) {
    tonelift_options options = default_options();
    options.script_text = "output color(scene_peak);";
    for (const tonelift_video& in :
         {sdr_video(TONELIFT_FORMAT_GBRPF32, 8, 4), hdr10_video(TONELIFT_FORMAT_GBRP10, 8, 4)}) {
        options.transfer = TONELIFT_TRANSFER_LINEAR;
        options.format = "gbrpf32le";
        const tonelift_video out = output_of(options, in);
        const FilterHandle filter = make_filter(options, in, out);
        ASSERT_NE(filter, nullptr);
        TestPicture source = picture_for(in), made = picture_for(out);
        source.fill_legal(1);
        tonelift_frame from = frame_of(source, 0), to = frame_of(made, 0);
        from.scene_peak = 500;
        ASSERT_EQ(tonelift_filter_process(filter.get(), &from, &to, 1), TONELIFT_OK);
        EXPECT_NEAR(made.code(0, 3, 2), in.transfer == TONELIFT_TRANSFER_PQ ? 500 : 0, 1);
    }
}

TEST(ScenePeak, RaisesWhiteOnlySlightly) {
    const TestPicture measured = mapped(0), foreseen = mapped(480), absurd = mapped(1e9);
    EXPECT_FALSE(equal(measured, foreseen));
    EXPECT_TRUE(equal(mapped(10000), absurd));
    double most = 0;
    for (int y = 0; y < hdr.height; ++y) {
        for (int x = 0; x < hdr.width; ++x) {
            const double moved = measured.code(0, x, y) - absurd.code(0, x, y);
            most = std::max(most, std::fabs(moved) / 256);
        }
    }
    EXPECT_GT(most, 1);
    EXPECT_LT(most, 16);
    const int right = hdr.width - 1, bottom = hdr.height - 1;
    EXPECT_LT(absurd.code(0, right, bottom), measured.code(0, right, bottom));
}

TEST(HdrToHdr, IsPassedThroughWithoutWork) {
    const std::string path = (fs::path(testing::TempDir()) / "tonelift_through.tl").string();
    std::ofstream(path) << "output input;\n";
    tonelift_options options = default_options();
    options.script = path.c_str();
    options.transfer = pq;
    options.format = "same";
    tonelift_video in = hdr;
    const auto passes = [&] {
        const FilterHandle filter = make_filter(options, in, output_of(options, in));
        return tonelift_filter_passthrough(filter.get()) != 0;
    };
    EXPECT_TRUE(passes());
    in.max_cll = in.mastering_max = 4000;
    EXPECT_FALSE(passes()) << "brighter than the target";
    options.target_peak = 4000;
    EXPECT_TRUE(passes());
    in.transfer = 18;
    options.transfer = 18;
    EXPECT_FALSE(passes()) << "HLG on a brighter screen has another OOTF";
    options.target_peak = 1000;
    EXPECT_TRUE(passes());
    fs::remove(path);
}

class MetadataOfHdr : public testing::Test {
  protected:
    MetadataOfHdr() {
        options_.transfer = pq;
        options_.format = "same";
        options_.script_text = "output input;";
        in_.mastering_min = 0.0001;
        in_.mastering_max = 1000;
        in_.max_cll = 600;
        in_.max_fall = 200;
    }

    void expect(double black, double white, double max_cll, double max_fall) const {
        const tonelift_video out = output_of(options_, in_);
        EXPECT_EQ(out.mastering_min, black);
        EXPECT_EQ(out.mastering_max, white);
        EXPECT_EQ(out.max_cll, max_cll);
        EXPECT_EQ(out.max_fall, max_fall);
    }

    tonelift_options options_ = default_options();
    tonelift_video in_ = hdr;
};

TEST_F(MetadataOfHdr, IsKeptIfTheLightIsKept) {
    expect(0.0001, 1000, 600, 200);
    options_.target_peak = 4000;
    expect(0.0001, 1000, 600, 200);
    options_.format = "yuv420p10le";
    expect(0.0001, 1000, 600, 200);
    in_.mastering_min = in_.mastering_max = 0;
    expect(0, 0, 600, 200);
}

TEST_F(MetadataOfHdr, IsThatOfTheTargetIfTheLightChanges) {
    options_.script_text = "output input * 2;";
    expect(0.0001, 1000, 1000, 0);
    options_.target_peak = 4000;
    expect(0.0001, 4000, 4000, 0);
    options_.script_text = "output input;";
    options_.target_peak = 500;
    expect(0.0001, 500, 500, 0);
    options_.target_peak = 0;
    options_.primaries = TONELIFT_PRIMARIES_SMPTE432;
    expect(0.0001, 1000, 1000, 0);
    options_.primaries = TONELIFT_PRIMARIES_AUTO;
    options_.script_text = nullptr;
    for (const char* preset : {"natural", "faithful", "landscape", "cinema"}) {
        options_.preset = preset;
        expect(0.0001, 1000, 1000, 0);
    }
}

TEST_F(MetadataOfHdr, IsUnknownOnlyIfTheSamplesAreKept) {
    in_ = hdr;
    expect(0, 0, 0, 0);
    options_.format = "yuv420p10le";
    expect(0.005, 1000, 1000, 0);
}

TEST_F(MetadataOfHdr, HasNoLightLevelInHlg) {
    in_.transfer = options_.transfer = TONELIFT_TRANSFER_HLG;
    expect(0.0001, 1000, 0, 0);
    in_.transfer = pq;
    expect(0.0001, 1000, 0, 0);
}

TEST_F(MetadataOfHdr, OfAScriptThatDoesNotCompileIsThatOfTheTarget) {
    options_.script_text = "output input";
    expect(0.0001, 1000, 1000, 0);
}

// A mapped picture reaches the target peak although the input is darker.
TEST_F(MetadataOfHdr, BoundsTheLightOfEveryPreset) {
    TestPicture source = picture_for(hdr);
    for (int c = 1; c < 3; ++c) source.fill_constant(c, 32768);
    for (int y = 0; y < hdr.height; ++y) {
        for (int x = 0; x < hdr.width; ++x) {
            const float nits = 600.0f * static_cast<float>(x) / static_cast<float>(hdr.width - 1);
            source.set_code(0, x, y, std::round(4096 + 56064 * math::pq_encode(nits / 203.0f)));
        }
    }
    options_.script_text = nullptr;
    for (const char* preset : {"natural", "faithful", "vivid", "landscape", "portrait", "cinema"}) {
        options_.preset = preset;
        const tonelift_video out = output_of(options_, in_);
        const FilterHandle filter = make_filter(options_, in_, out);
        ASSERT_NE(filter, nullptr);
        TestPicture made = picture_for(out);
        const tonelift_frame from = frame_of(source, 0);
        tonelift_frame to = frame_of(made, 0);
        ASSERT_EQ(tonelift_filter_process(filter.get(), &from, &to, 1), TONELIFT_OK);
        EXPECT_LE(level_of(filter.get()).max_cll, 1.001 * out.max_cll) << preset;
    }
}

}  // namespace
}  // namespace tonelift::light_test
