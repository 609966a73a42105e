// SPDX-License-Identifier: BSD-2-Clause
//
// Tests that infinite and very large float samples are the brightest light, and not black.
#include <limits>

#include "tests/support/api_stream.h"

namespace tonelift::bright_floats_test {
namespace {

constexpr int width = 24, height = 6, x = 5, y = 1;
constexpr const char* presets[] = {"natural", "faithful", "cinema", "vivid", "portrait"};
constexpr int transfers[] = {TONELIFT_TRANSFER_BT709,   TONELIFT_TRANSFER_GAMMA22,
                             TONELIFT_TRANSFER_GAMMA28, TONELIFT_TRANSFER_SRGB,
                             TONELIFT_TRANSFER_LINEAR,  TONELIFT_TRANSFER_PQ,
                             TONELIFT_TRANSFER_HLG};
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double bright[] = {1e5, 1e10, 1e20, 3e38, infinity};

tonelift_video float_video(const char* format, int transfer) {
    tonelift_video video = make_video(tonelift_format_from_name(format), width, height);
    video.primaries = TONELIFT_PRIMARIES_BT709;
    video.transfer = transfer;
    video.range = TONELIFT_RANGE_FULL;
    return video;
}

bool has_component(const TestPicture& picture, int component) {
    return picture.format().components[static_cast<size_t>(component)].plane >= 0;
}

// Returns a dim ramp with one pixel of `sample`.
TestPicture ramp_with(const tonelift_video& in, double sample, double alpha) {
    TestPicture picture = picture_for(in);
    for (int component = 0; component < 4; ++component) {
        if (!has_component(picture, component)) continue;
        for (int row = 0; row < height; ++row)
            for (int column = 0; column < width; ++column)
                picture.set_code(component, column, row, component == 3 ? 1 : (column + 1) / 30.0);
        picture.set_code(component, x, y, component == 3 ? alpha : sample);
    }
    return picture;
}

tonelift_options sdr_options(const char* preset, const char* format) {
    tonelift_options options = default_options();
    options.device = "cpu";
    options.preset = preset;
    options.format = format;
    options.transfer = TONELIFT_TRANSFER_SRGB;
    options.dithering = TONELIFT_DITHERING_NONE;
    return options;
}

void expect_white(const tonelift_options& options, const tonelift_video& in, double sample,
                  double alpha = 1) {
    const TestPicture out = mapped(options, in, ramp_with(in, sample, alpha));
    for (int component = 0; component < 3; ++component) {
        if (!has_component(out, component)) continue;
        EXPECT_GE(out.code(component, x, y), 250)
            << options.preset << ", " << tonelift_format_name(in.format) << ", transfer "
            << in.transfer << ", sample " << sample << ", alpha " << alpha << ", component "
            << component << ", cpu " << options.cpu;
    }
}

TEST(BrightFloats, AreWhiteInEveryPresetAndTransfer) {
    for (const char* preset : presets)
        for (const int transfer : transfers)
            for (const double sample : bright) {
                expect_white(sdr_options(preset, "gray"), float_video("grayf32le", transfer),
                             sample);
                expect_white(sdr_options(preset, "rgb24"), float_video("gbrpf32le", transfer),
                             sample);
                expect_white(sdr_options(preset, "rgba"), float_video("gbrapf32le", transfer),
                             sample);
            }
}

TEST(BrightFloats, AreWhiteOnEveryProcessor) {
    for (const int cpu : {TONELIFT_CPU_SSE4, TONELIFT_CPU_AVX2, TONELIFT_CPU_AVX512})
        for (const int transfer : transfers)
            for (const double sample : bright) {
                tonelift_options options = sdr_options("natural", "gray");
                options.cpu = cpu;
                const tonelift_video in = float_video("grayf32le", transfer);
                if (make_filter(options, in, output_of(options, in)) == nullptr) continue;
                expect_white(options, in, sample);
            }
}

TEST(BrightFloats, AreWhiteIfPremultiplied) {
    for (const char* preset : {"natural", "cinema"}) {
        for (const int transfer : transfers) {
            tonelift_video in = float_video("gbrapf32le", transfer);
            in.alpha_mode = TONELIFT_ALPHA_MODE_PREMULTIPLIED;
            tonelift_options options = sdr_options(preset, "rgba");
            options.alpha_mode = TONELIFT_ALPHA_MODE_STRAIGHT;
            for (const double sample : {1e5, infinity})
                for (const double alpha : {1e-45, 1e-30, 1e-7, 0.5, 1e20, infinity})
                    expect_white(options, in, sample, alpha);
        }
    }
}

TEST(BrightFloats, DoNotChangeOtherPixels) {
    for (const int transfer : transfers) {
        const tonelift_video in = float_video("grayf32le", transfer);
        const tonelift_options options = sdr_options("faithful", "gray");
        const TestPicture large = mapped(options, in, ramp_with(in, 65504, 1));
        const TestPicture infinite = mapped(options, in, ramp_with(in, infinity, 1));
        EXPECT_TRUE(equal(large, infinite)) << transfer;
    }
}

}  // namespace
}  // namespace tonelift::bright_floats_test
