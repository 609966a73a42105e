// SPDX-License-Identifier: BSD-2-Clause
// Tests that whole pictures, converted through the public API with every instruction set, agree
// with double-precision color functions.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "tests/oracle/color_reference.h"
#include "tests/support/api_stream.h"
#include "tests/support/script_file.h"
#include "tests/support/targets.h"

namespace tonelift::conversion_parity_test {
namespace {

using reference::Vec3;

constexpr unsigned seed = 20240614;
constexpr double white = 203;
constexpr double nominal = 1000;
constexpr int width = 97, height = 61;

struct Color {
    const char* name;
    int primaries;
    int transfer;
    int matrix;
    bool full_range;
};

constexpr Color pq{"pq", 9, 16, 9, false};
constexpr Color hlg{"hlg", 9, 18, 9, false};
constexpr Color sdr{"sdr", 1, 1, 1, false};
constexpr Color sdr_full{"sdr_full", 1, 1, 1, true};
constexpr Color sdr_525{"sdr_525", 6, 6, 6, false};
constexpr Color sdr_625{"sdr_625", 5, 6, 5, false};
constexpr Color display_p3{"display_p3", 12, 13, 1, true};
constexpr Color srgb{"srgb", 1, 13, 0, true};
constexpr Color linear{"linear", 1, 8, 0, true};

struct Conversion {
    const char* in_format;
    Color in;
    const char* out_format;
    Color out;
    double tolerance;
    bool clips;
    double hlg_peak = nominal;  // of HLG input
};

std::string name_of(const Conversion& c) {
    return std::string(c.in.name) + "_" + c.in_format + "_to_" + c.out.name + "_" + c.out_format +
           (c.clips ? "_curve" : "") +
           (c.hlg_peak == nominal ? "" : "_" + std::to_string(static_cast<int>(c.hlg_peak)));
}

void PrintTo(const Conversion& c, std::ostream* stream) { *stream << name_of(c); }

const reference::Primaries& primaries_of(const Color& color) {
    switch (color.primaries) {
        case 1:
            return reference::bt709;
        case 5:
            return reference::bt601_625;
        case 6:
            return reference::bt601_525;
        case 12:
            return reference::p3_d65;
        default:
            return reference::bt2020;
    }
}

reference::LumaWeights weights_of(const Color& color) {
    if (color.matrix == 1) return reference::luma_bt709;
    return color.matrix == 9 ? reference::luma_bt2020 : reference::luma_bt601;
}

template <typename Function>
Vec3 each(const Vec3& v, const Function& function) {
    return {function(v[0]), function(v[1]), function(v[2])};
}

double unit(double x) { return std::clamp(x, 0.0, 1.0); }

Vec3 decode(const Color& color, double hlg_peak, const Vec3& coded) {
    const Vec3 positive = each(coded, [](double v) { return std::max(v, 0.0); });
    switch (color.transfer) {
        case 8:
            return coded;
        case 13:
            return each(positive, reference::srgb_decode);
        case 16:
            return each(coded, [](double v) { return reference::pq_decode(unit(v)) / white; });
        case 18:
            return each(reference::hlg_ootf(each(positive, reference::hlg_inverse_oetf), hlg_peak),
                        [](double v) { return v / white; });
        default:
            return each(positive, [](double v) { return reference::bt1886_eotf(v, 1, 0); });
    }
}

Vec3 encode(const Color& color, const Vec3& light) {
    switch (color.transfer) {
        case 8:
            return light;
        case 13:
            return each(light, reference::srgb_encode);
        case 16:
            return each(light, [](double v) { return reference::pq_encode(v * white); });
        case 18: {
            const Vec3 shown = each(light, [](double v) { return v * white; });
            const Vec3 scene = reference::hlg_inverse_ootf(shown, nominal);
            return each(scene, [](double v) { return reference::hlg_oetf(unit(v)); });
        }
        default:
            return each(light, [](double v) { return reference::bt1886_inverse_eotf(v, 1, 0); });
    }
}

double peak_of(const Color& color) {
    return color.transfer == 16 || color.transfer == 18 ? nominal / white : 1;
}

Vec3 convert(const Conversion& c, const Vec3& coded) {
    Vec3 light =
        reference::product(reference::convert_primaries(primaries_of(c.in), reference::bt2020),
                           decode(c.in, c.hlg_peak, coded));
    if (c.clips) {
        const double y = reference::luminance(light);
        if (y > 1) light = each(light, [&](double v) { return v / y; });
    }
    light = reference::product(reference::convert_primaries(reference::bt2020, primaries_of(c.out)),
                               light);
    if (c.out.transfer != 8) {
        light = each(light, [&](double v) { return std::clamp(v, 0.0, peak_of(c.out)); });
    }
    return encode(c.out, light);
}

class Codec {
  public:
    Codec(const TestPicture& picture, const Color& color)
        : format_(picture.format()), color_(color) {}

    Vec3 numbers(const Vec3& codes) const {
        if (format_.sample == Sample::F32) return codes;
        Vec3 v;
        for (std::size_t k = 0; k < 3; ++k) {
            v[k] = is_chroma(k)
                       ? reference::chroma_from_code(codes[k], format_.depth, color_.full_range)
                       : reference::luma_from_code(codes[k], format_.depth, color_.full_range);
        }
        return format_.family == Family::RGB ? v : reference::ycbcr_to_rgb(v, weights_of(color_));
    }
    Vec3 codes(const Vec3& rgb) const {
        if (format_.sample == Sample::F32) return rgb;
        Vec3 v = rgb;
        if (format_.family != Family::RGB) v = reference::rgb_to_ycbcr(rgb, weights_of(color_));
        for (std::size_t k = 0; k < 3; ++k) {
            v[k] = is_chroma(k) ? reference::chroma_to_code(v[k], format_.depth, color_.full_range)
                                : reference::luma_to_code(v[k], format_.depth, color_.full_range);
            v[k] = std::clamp(std::round(v[k]), 0.0, std::exp2(format_.depth) - 1);
        }
        return v;
    }

  private:
    bool is_chroma(std::size_t k) const { return format_.family == Family::YUV && k > 0; }

    const Format& format_;
    Color color_;
};

void fill_with_colors(TestPicture& picture, const Color& color, double top) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> level(0, 1);
    const Codec codec(picture, color);
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            Vec3 rgb{level(random), level(random), level(random)};
            if (x % 5 == 0) rgb = {rgb[0], rgb[0], rgb[0]};
            if (x % 7 == 0) rgb = each(rgb, [](double v) { return v < 0.5 ? 0.0 : 1.0; });
            const Vec3 codes = codec.codes(each(rgb, [&](double v) { return v * top; }));
            for (int k = 0; k < 3; ++k) {
                picture.set_code(k, x, y, codes[static_cast<std::size_t>(k)]);
            }
        }
    }
}

tonelift_video video_of(const char* format, const Color& color) {
    tonelift_video video =
        make_video(static_cast<tonelift_format>(find_format(format)->id), width, height);
    video.primaries = color.primaries;
    video.transfer = color.transfer;
    video.matrix = color.matrix;
    video.range = color.full_range ? 2 : 1;
    return video;
}

const char* script_text(const Conversion& c) {
    if (!c.clips) return "output input;\n";
    return "plane v = lightness(input);\n"
           "output relight(input, v, tone_curve(v, 0, 1));\n";
}

tonelift_options options_for(const Conversion& c, const char* script) {
    tonelift_options options = default_options();
    options.script = script;
    options.tonemap = 8;
    options.gamut_mode = 2;
    options.superwhite = TONELIFT_SUPERWHITE_KEEP;
    options.dithering = 0;
    options.format = c.out_format;
    options.transfer = c.out.transfer;
    if (c.out.transfer == 16) options.target_peak = nominal;
    if (c.in.transfer == 18) options.source_peak = static_cast<float>(c.hlg_peak);
    options.primaries = c.out.primaries;
    if (c.out.matrix != 0) options.matrix = c.out.matrix;
    options.range = c.out.full_range ? 2 : 1;
    return options;
}

void check(const Conversion& c) {
    const ScriptFile script(script_text(c));
    const tonelift_options options = options_for(c, script.path());
    const tonelift_video in = video_of(c.in_format, c.in);
    const tonelift_video out = output_of(options, in);
    ASSERT_STREQ(find_format(out.format)->ffmpeg, find_format(c.out_format)->ffmpeg);
    TestPicture from = picture_for(in), to = picture_for(out);
    fill_with_colors(from, c.in, c.in.transfer == 8 ? 4 : 1);
    Messages messages;
    const FilterHandle filter = make_filter(options, in, out, &messages);
    ASSERT_NE(filter, nullptr) << messages.errors;
    const tonelift_frame in_frame = frame_of(from, 0);
    tonelift_frame out_frame = frame_of(to, 0);
    ASSERT_EQ(tonelift_filter_process(filter.get(), &in_frame, &out_frame, 1), TONELIFT_OK);

    const Codec read(from, c.in), write(to, c.out);
    int different = 0;
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            const Vec3 codes{from.code(0, x, y), from.code(1, x, y), from.code(2, x, y)};
            const Vec3 expected = write.codes(convert(c, read.numbers(codes)));
            for (int k = 0; k < 3; ++k) {
                const double wanted = expected[static_cast<std::size_t>(k)];
                const double actual = to.code(k, x, y);
                const bool is_float = find_format(out.format)->sample == Sample::F32;
                const double size = is_float ? std::max(std::abs(wanted), 1.0) : 1;
                ASSERT_NEAR(actual, wanted, c.tolerance * size)
                    << "component " << k << " at " << x << "," << y << " from codes " << codes[0]
                    << " " << codes[1] << " " << codes[2] << ", seed " << seed;
                if (actual != wanted) ++different;
            }
        }
    }
    // With a tone curve, more codes may differ than without one. The curve's table is linear
    // between entries, so its error is larger near the knee than elsewhere.
    if (find_format(out.format)->depth == 8 && !c.clips) {
        EXPECT_LE(different, 3 * width * height / 1000);
    }
}

class ConversionParity : public testing::TestWithParam<Conversion> {};

TEST_P(ConversionParity, FollowsTheStandards) {
    for_each_target([] { check(GetParam()); });
}

constexpr double hundredth_percent = 1e-4;

INSTANTIATE_TEST_SUITE_P(
    Plain, ConversionParity,
    testing::Values(Conversion{"yuv444p10", pq, "yuv444p", sdr, 1, false},
                    Conversion{"yuv444p10", pq, "yuv444p16", sdr, 2, false},
                    Conversion{"yuv444p12", pq, "yuv444p12", sdr_full, 1, false},
                    Conversion{"yuv444p10", pq, "yuv444p", sdr_525, 1, false},
                    Conversion{"yuv444p10", pq, "gbrp", srgb, 1, false},
                    Conversion{"yuv444p10", pq, "rgb24", display_p3, 1, false},
                    Conversion{"yuv444p10", pq, "gbrpf32", linear, hundredth_percent, false},
                    Conversion{"yuv444p10", pq, "yuv444p10", hlg, 1, false},
                    Conversion{"yuv444p10", pq, "yuv444p10", pq, 1, false},
                    Conversion{"yuv444p10", hlg, "yuv444p", sdr, 1, false},
                    Conversion{"yuv444p12", hlg, "yuv444p12", pq, 1, false},
                    Conversion{"yuv444p", sdr, "yuv444p10", pq, 1, false},
                    Conversion{"yuv444p", sdr_625, "yuv444p", sdr, 1, false},
                    Conversion{"yuv444p", sdr_525, "yuv444p16", hlg, 2, false},
                    Conversion{"rgb24", srgb, "yuv444p", sdr, 1, false},
                    Conversion{"gbrp16", srgb, "gbrp16", display_p3, 2, false},
                    Conversion{"gbrpf32", linear, "yuv444p", sdr, 1, false},
                    Conversion{"gbrpf32", linear, "yuv444p10", pq, 1, false}),
    [](const auto& test) { return name_of(test.param); });

// Below 400 and above 2000 cd/m2, the gamma of the OOTF has another formula.
INSTANTIATE_TEST_SUITE_P(
    HlgPeaks, ConversionParity,
    testing::Values(Conversion{"yuv444p10", hlg, "gbrpf32", linear, hundredth_percent, false, 203},
                    Conversion{"yuv444p10", hlg, "gbrpf32", linear, hundredth_percent, false, 400},
                    Conversion{"yuv444p10", hlg, "gbrpf32", linear, hundredth_percent, false, 2000},
                    Conversion{"yuv444p10", hlg, "gbrpf32", linear, hundredth_percent, false, 2001},
                    Conversion{"yuv444p10", hlg, "gbrpf32", linear, hundredth_percent, false,
                               10000}),
    [](const auto& test) { return name_of(test.param); });

INSTANTIATE_TEST_SUITE_P(Curve, ConversionParity,
                         testing::Values(Conversion{"yuv444p10", pq, "yuv444p", sdr, 1, true},
                                         Conversion{"yuv444p10", hlg, "yuv444p", sdr, 1, true}),
                         [](const auto& test) { return name_of(test.param); });

}  // namespace
}  // namespace tonelift::conversion_parity_test
