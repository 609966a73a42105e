// SPDX-License-Identifier: BSD-2-Clause
// Tests the option `exact`, which turns off approximations by polynomials and lookup tables.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/support/api_stream.h"
#include "tests/support/difference.h"
#include "tests/support/scene.h"
#include "tests/support/targets.h"

namespace tonelift::exact_test {
namespace {

struct Case {
    const char* in;
    const char* out;
    const char* preset = "faithful";
    int width = 640;
    int height = 360;
    int transfer = TONELIFT_TRANSFER_PQ;
};

std::ostream& operator<<(std::ostream& to, const Case& one) {
    return to << one.in << " of transfer " << one.transfer << " to " << one.out << ", "
              << one.preset << ", " << one.width << "x" << one.height;
}

tonelift_options options_for(const Case& one, int exact) {
    tonelift_options options = default_options();
    options.device = "cpu";
    options.preset = one.preset;
    options.format = one.out;
    options.exact = exact;
    return options;
}

TestPicture mapped(const tonelift_options& options, const Case& one, const TestPicture& from) {
    const auto format = static_cast<tonelift_format>(find_format(one.in)->id);
    tonelift_video in = hdr10_video(format, one.width, one.height);
    in.transfer = one.transfer;
    return mapped(options, in, from);
}

TestPicture scene_for(const Case& one) {
    TestPicture picture(make_picture(one.in, one.width, one.height));
    draw_scene(picture, 0);
    return picture;
}

class Exact : public testing::TestWithParam<Case> {
  protected:
    TestPicture made(int exact) const {
        return mapped(options_for(GetParam(), exact), GetParam(), scene_);
    }
    const TestPicture scene_ = scene_for(GetParam());
};

class ExactIn8Bits : public Exact {};
TEST_P(ExactIn8Bits, PolynomialsStayWithinTheBudget) {
    const Difference found = difference(made(TONELIFT_EXACT_OFF), made(TONELIFT_EXACT_ON), 0.5);
    EXPECT_GT(found.beyond_one, 0) << "no polynomial was used";
    EXPECT_LE(found.share_beyond_one(), 0.003);
    EXPECT_LE(found.share_beyond_two(), 0.0002);
    EXPECT_LE(found.worst, 3);
}
INSTANTIATE_TEST_SUITE_P(
    Formats, ExactIn8Bits,
    testing::Values(Case{"yuv420p10", "yuv420p"}, Case{"p010", "nv12", "cinema"},
                    Case{"yuv422p10", "yuv422p"},
                    Case{"yuv420p10", "yuv420p", "faithful", 601, 363},
                    Case{"yuv420p10", "yuv420p", "faithful", 640, 360, TONELIFT_TRANSFER_HLG},
                    Case{"yuv420p", "yuv420p"}));

class ExactIn10Bits : public Exact {};
TEST_P(ExactIn10Bits, PolynomialsAreOffByTwoCodesAtMost) {
    const Difference found = difference(made(TONELIFT_EXACT_OFF), made(TONELIFT_EXACT_ON), 1);
    EXPECT_GT(found.worst, 0) << "no polynomial was used";
    EXPECT_LE(found.share_beyond_two(), 0.001);
}
INSTANTIATE_TEST_SUITE_P(Formats, ExactIn10Bits,
                         testing::Values(Case{"yuv420p10", "yuv420p10"},
                                         Case{"yuv422p10", "yuv422p10", "cinema"}));

class ExactWithoutPolynomials : public Exact {};
TEST_P(ExactWithoutPolynomials, TablesChangeFewSamplesByHalfACode) {
    const double code = 1 << (find_format(GetParam().out)->depth - 8);
    const Difference found =
        difference(made(TONELIFT_EXACT_OFF), made(TONELIFT_EXACT_ON), 0.5 * code);
    EXPECT_LE(found.share_beyond_one(), 0.001);
    EXPECT_LE(found.worst, code);
}
INSTANTIATE_TEST_SUITE_P(
    Formats, ExactWithoutPolynomials,
    testing::Values(Case{"yuv444p10", "yuv420p"}, Case{"yuv420p10", "yuv444p"},
                    Case{"yuv420p10", "yuv420p12"}, Case{"yuv420p10", "yuv420p", "natural"},
                    Case{"yuv420p10", "yuv420p", "natural", 640, 360, TONELIFT_TRANSFER_HLG}));

tonelift_options options_for(const std::string& script, int exact) {
    tonelift_options options = default_options();
    options.device = "cpu";
    options.dithering = TONELIFT_DITHERING_NONE;
    options.script_text = script.c_str();
    options.exact = exact;
    return options;
}

// Returns a scene at three exposures, one second apart, mapped by one call.
std::vector<TestPicture> mapped_exposures(const Case& one, int exact) {
    const tonelift_options options = options_for(one, exact);
    const auto format = static_cast<tonelift_format>(find_format(one.in)->id);
    const tonelift_video in = hdr10_video(format, one.width, one.height);
    const tonelift_video out = output_of(options, in);
    const FilterHandle filter = make_filter(options, in, out);
    std::vector<TestPicture> from, to;
    std::vector<tonelift_frame> inputs, outputs;
    for (int i = 0; i < 3; ++i) {
        from.push_back(scene_for(one));
        for (int y = 0; y < one.height; ++y) {
            for (int x = 0; x < one.width; ++x)
                from[i].set_code(0, x, y, 64 + (0.4 + 0.3 * i) * (from[i].code(0, x, y) - 64));
        }
        to.push_back(picture_for(out));
    }
    for (int i = 0; i < 3; ++i) {
        inputs.push_back(frame_of(from[i], i));
        outputs.push_back(frame_of(to[i], i));
    }
    EXPECT_EQ(tonelift_filter_process(filter.get(), inputs.data(), outputs.data(), 3), TONELIFT_OK);
    return to;
}

TEST(ExactOff, FollowsTheTonesOfEachFrameOfACall) {
    for (const char* preset : {"natural", "faithful"}) {
        const Case one{"yuv420p10", "yuv420p", preset};
        const auto off = mapped_exposures(one, TONELIFT_EXACT_OFF);
        const auto on = mapped_exposures(one, TONELIFT_EXACT_ON);
        for (size_t i = 0; i < off.size(); ++i) {
            EXPECT_LE(difference(off[i], on[i], 0.5).share_beyond_one(), 0.003)
                << preset << ", frame " << i;
        }
        EXPECT_GT(difference(on[0], on[2], 0.5).share_beyond_one(), 0.5) << preset;
    }
}

// Light of 10000 cd/m2 has the value 49. Linear light can be brighter.
TEST(ExactOff, KeepsTheColorsOfLightAbove10000Nits) {
    tonelift_video in = srgb_video(TONELIFT_FORMAT_GBRPF32, 64, 32);
    in.primaries = TONELIFT_PRIMARIES_BT2020;
    in.transfer = TONELIFT_TRANSFER_LINEAR;
    TestPicture bright = picture_for(in);
    for (int y = 0; y < 32; ++y) {
        for (int x = 0; x < 64; ++x) {
            const float light = 0.01f * std::exp2(0.4f * static_cast<float>(x));
            const float share = static_cast<float>(y) / 31;
            for (int c = 0; c < 3; ++c)
                bright.set_code(c, x, y, c == y % 3 ? light : share * light);
        }
    }
    for (const char* preset : {"natural", "faithful", "cinema"}) {
        const auto made = [&](int exact) {
            return mapped(options_for({"gbrpf32", "gbrp", preset}, exact), in, bright);
        };
        const Difference found = difference(made(TONELIFT_EXACT_OFF), made(TONELIFT_EXACT_ON), 0.5);
        EXPECT_LE(found.worst, 1) << preset;
    }
}

// Marks a narrow band of tones in green, as cameras mark middle gray.
TEST(ExactOff, ScriptsKeepNarrowBands) {
    const std::string script =
        "plane v = luma(input);\n"
        "plane band =\n"
        "    smoothstep(0.364, 0.37, v) * (1 - smoothstep(0.37, 0.376, v));\n"
        "output mix(input, color(0, 1, 0), band);\n";
    const tonelift_video in = sdr_video(TONELIFT_FORMAT_YUV420P, 512, 64);
    TestPicture gray = picture_for(in);
    for (int y = 0; y < 64; ++y) {
        for (int x = 0; x < 512; ++x) gray.set_code(0, x, y, 81 + (x + 3 * y) % 28);
    }
    for (int c : {1, 2}) gray.fill_constant(c, 128);
    const Difference found =
        difference(mapped(options_for(script, TONELIFT_EXACT_OFF), in, gray),
                   mapped(options_for(script, TONELIFT_EXACT_ON), in, gray), 1);
    EXPECT_EQ(found.beyond_one, 0) << found.worst;
}

// Each step is narrower than the distance of two entries of a table.
TEST(ExactOff, ScriptsKeepSteepSteps) {
    const std::string script =
        "plane v = saturate(input.r);\nplane sum = 0;\nfor (int i = 0; i < 10; i++)\n"
        "    sum += 0.1 * smoothstep(0.05 + 0.09 * i, 0.0501 + 0.09 * i, v);\noutput color(sum);\n";
    tonelift_video in = srgb_video(TONELIFT_FORMAT_GBRPF32, 64, 32);
    in.primaries = TONELIFT_PRIMARIES_BT2020;
    in.transfer = TONELIFT_TRANSFER_LINEAR;
    TestPicture ramp = picture_for(in);
    for (int c : {1, 2}) ramp.fill_constant(c, 0);
    const auto light = [](int x, int y) { return (64 * y + x) / 2047.0; };
    for (int y = 0; y < 32; ++y) {
        for (int x = 0; x < 64; ++x) ramp.set_code(0, x, y, light(x, y));
    }
    tonelift_options options = options_for(script, TONELIFT_EXACT_OFF);
    options.transfer = TONELIFT_TRANSFER_LINEAR;
    options.primaries = TONELIFT_PRIMARIES_BT2020;
    options.format = "gbrpf32";
    options.target_peak = 10000;
    const TestPicture out = mapped(options, in, ramp);
    for (int y = 0; y < 32; ++y) {
        for (int x = 0; x < 64; ++x) {
            double sum = 0;
            for (int i = 0; i < 10; ++i) {
                const double t = std::clamp((light(x, y) - 0.05 - 0.09 * i) / 0.0001, 0.0, 1.0);
                sum += 0.1 * t * t * (3 - 2 * t);
            }
            ASSERT_NEAR(out.code(0, x, y), sum, 2e-3) << light(x, y);
        }
    }
}

TEST(ExactOfNoise, NoisyColorsAreComputedPerPixel) {
    const Case one{"yuv420p10", "yuv420p"};
    TestPicture noise(make_picture(one.in, one.width, one.height));
    noise.fill_legal(5);
    for_each_target([&] {
        const Difference found =
            difference(mapped(options_for(one, TONELIFT_EXACT_OFF), one, noise),
                       mapped(options_for(one, TONELIFT_EXACT_ON), one, noise), 0);
        EXPECT_LE(found.share_beyond_one(), 0.0015) << "only tables and quick functions differ";
        EXPECT_LE(found.worst, 1);
    });
}

TEST(ExactOff, PictureDoesNotDependOnThreads) {
    const Case one{"yuv420p10", "yuv420p"};
    const TestPicture scene = scene_for(one);
    tonelift_options options = options_for(one, TONELIFT_EXACT_OFF);
    options.threads = 1;
    const TestPicture alone = mapped(options, one, scene);
    options.threads = 5;
    EXPECT_TRUE(equal(alone, mapped(options, one, scene)));
}

TEST(ExactOff, PictureDoesNotDependOnBatches) {
    const Case one{"yuv420p10", "yuv420p"};
    const tonelift_options options = options_for(one, TONELIFT_EXACT_OFF);
    const tonelift_video in = hdr10_video(TONELIFT_FORMAT_YUV420P10, one.width, one.height);
    const tonelift_video out = output_of(options, in);
    const std::vector<TestPicture> from = scene_frames(picture_for(in).picture(), 3);
    std::vector<TestPicture> to[2];
    for (const size_t batch : {1, 3}) {
        const FilterHandle filter = make_filter(options, in, out);
        std::vector<tonelift_frame> sources, targets;
        for (size_t i = 0; i < from.size(); ++i) {
            to[batch > 1].push_back(picture_for(out));
            sources.push_back(frame_of(from[i], 0.04 * double(i)));
            targets.push_back(frame_of(to[batch > 1].back(), 0.04 * double(i)));
        }
        for (size_t i = 0; i < from.size(); i += batch)
            ASSERT_EQ(tonelift_filter_process(filter.get(), &sources[i], &targets[i], int(batch)),
                      TONELIFT_OK);
    }
    for (size_t i = 0; i < from.size(); ++i) EXPECT_TRUE(equal(to[0][i], to[1][i])) << i;
}

TEST(ExactOff, PictureDoesNotDependOnMachineCode) {
    const Case one{"yuv420p10", "yuv420p"};
    const TestPicture scene = scene_for(one);
    tonelift_options options = options_for(one, TONELIFT_EXACT_OFF);
    const TestPicture compiled = mapped(options, one, scene);
    options.machine_code = TONELIFT_MACHINE_CODE_OFF;
    EXPECT_TRUE(equal(compiled, mapped(options, one, scene)));
}

}  // namespace
}  // namespace tonelift::exact_test
