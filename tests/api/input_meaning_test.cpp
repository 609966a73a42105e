// SPDX-License-Identifier: BSD-2-Clause
// Tests how samples of the input are interpreted: codes above white, the unit of linear light, and
// premultiplied alpha.
#include <algorithm>
#include <array>
#include <cmath>

#include "tests/support/api_stream.h"

namespace tonelift::input_meaning_test {
namespace {

constexpr int width = 6, height = 4;
using Rgb = std::array<double, 3>;

tonelift_options untouched(const char* format = "gbrpf32le") {
    tonelift_options options = default_options();
    options.script_text = "output input;";
    options.transfer = TONELIFT_TRANSFER_LINEAR;
    options.primaries = TONELIFT_PRIMARIES_BT709;
    options.format = format;
    return options;
}

TestPicture of_codes(const tonelift_video& in, const std::vector<double>& codes) {
    TestPicture picture = picture_for(in);
    for (size_t i = 0; i < codes.size(); ++i) picture.fill_constant(static_cast<int>(i), codes[i]);
    return picture;
}

Rgb color_of(const tonelift_options& options, const tonelift_video& in,
             const std::vector<double>& codes) {
    const TestPicture out = mapped(options, in, of_codes(in, codes));
    return {out.code(0, 3, 2), out.code(1, 3, 2), out.code(2, 3, 2)};
}

void expect_near(const Rgb& found, const Rgb& expected, const std::string& what) {
    for (size_t i = 0; i < 3; ++i)
        EXPECT_NEAR(found[i], expected[i], 2e-3 * std::max(1.0, expected[i])) << what << ", " << i;
}

// Decodes 8-bit limited-range codes to R'G'B' in [0, 1] (ITU-R BT.709-6, items 3.2 to 3.4).
Rgb decoded(double y, double cb, double cr) {
    const double luma = (y - 16) / 219, blue = (cb - 128) / 224, red = (cr - 128) / 224;
    const double b = luma + 1.8556 * blue, r = luma + 1.5748 * red;
    return {r, (luma - 0.2126 * r - 0.0722 * b) / 0.7152, b};
}

Rgb shown(Rgb coded) {
    for (double& v : coded) v = std::pow(std::clamp(v, 0.0, 1.0), 2.4);
    return coded;
}

Rgb kept(Rgb coded) {
    for (double& v : coded) v = std::pow(std::max(v, 0.0), 2.4);
    return coded;
}

constexpr double beyond[][3] = {{250, 128, 128}, {200, 240, 60}, {60, 200, 230}, {235, 160, 128}};

TEST(Superwhite, IsClippedAsOnScreens) {
    for (const char* name : {"yuv444p", "yuv420p", "nv12", "yuv422p10le", "p010le", "yuva444p"}) {
        const tonelift_video in = sdr_video(tonelift_format_from_name(name), width, height);
        const double step = find_format(in.format)->depth == 10 ? 4 : 1;
        for (const auto& [y, cb, cr] : beyond)
            expect_near(color_of(untouched(), in, {y * step, cb * step, cr * step, 255}),
                        shown(decoded(y, cb, cr)), name);
    }
}

TEST(Superwhite, IsKeptByTheOption) {
    const tonelift_video in = sdr_video(TONELIFT_FORMAT_YUV444P, width, height);
    tonelift_options options = untouched();
    ASSERT_EQ(tonelift_options_set(&options, "superwhite", "keep", nullptr), TONELIFT_OK);
    for (const auto& [y, cb, cr] : {std::array{250.0, 128.0, 128.0}, {235.0, 140.0, 128.0}})
        expect_near(color_of(options, in, {y, cb, cr}), kept(decoded(y, cb, cr)), "kept");
}

TEST(Superwhite, IsClippedInGrayAndRgbOfLimitedRange) {
    for (const char* name : {"gray", "gray10le", "rgb24", "gbrp"}) {
        tonelift_video in = sdr_video(tonelift_format_from_name(name), width, height);
        tonelift_options options = untouched();
        options.in_range = TONELIFT_RANGE_LIMITED;
        const double step = find_format(in.format)->depth == 10 ? 4 : 1;
        expect_near(color_of(options, in, {250 * step, 250 * step, 250 * step}), {1, 1, 1}, name);
        options.superwhite = TONELIFT_SUPERWHITE_KEEP;
        const double white = std::pow((250 - 16) / 219.0, 2.4);
        expect_near(color_of(options, in, {250 * step, 250 * step, 250 * step}),
                    {white, white, white}, name);
    }
}

// ITU-T T.871: the R'G'B' values of a JPEG are rounded and clamped to [0, 255], so no value is
// above white.
TEST(Superwhite, IsClippedInJpeg) {
    tonelift_video in = make_video(TONELIFT_FORMAT_YUV444P, width, height);
    in.range = TONELIFT_RANGE_FULL;
    in.matrix = TONELIFT_MATRIX_BT470BG;
    const double y = 200, cb = 170, cr = 90;
    Rgb rgb{y + 1.402 * (cr - 128), y - 0.344136 * (cb - 128) - 0.714136 * (cr - 128),
            y + 1.772 * (cb - 128)};
    ASSERT_GT(rgb[2], 255);
    tonelift_video same = make_video(TONELIFT_FORMAT_GBRPF32, width, height);
    same.transfer = TONELIFT_TRANSFER_SRGB;
    same.primaries = TONELIFT_PRIMARIES_BT709;
    for (double& v : rgb) v = std::min(v / 255, 1.0);
    expect_near(color_of(untouched(), in, {y, cb, cr}),
                color_of(untouched(), same, {rgb[0], rgb[1], rgb[2]}), "JPEG");
}

TEST(Superwhite, IsKeptInHdrAndFloats) {
    for (const auto& [in, codes] :
         {std::pair(hdr10_video(TONELIFT_FORMAT_YUV444P10, width, height),
                    std::vector<double>{990, 512, 512}),
          {sdr_video(TONELIFT_FORMAT_GBRPF32, width, height), {1.5, 1.2, 0.1}}}) {
        tonelift_options options = untouched();
        const Rgb cut = color_of(options, in, codes);
        options.superwhite = TONELIFT_SUPERWHITE_KEEP;
        EXPECT_EQ(cut, color_of(options, in, codes));
        EXPECT_GT(cut[0], 1.1);
    }
}

TEST(Superwhite, DoesNotPreventPassthrough) {
    tonelift_options options = default_options();
    options.preset = "faithful";
    const tonelift_video in = sdr_video(TONELIFT_FORMAT_YUV444P, width, height);
    EXPECT_NE(tonelift_filter_passthrough(make_filter(options, in, output_of(options, in)).get()),
              0);
}

tonelift_video linear_video(double white) {
    tonelift_video in = make_video(TONELIFT_FORMAT_GBRPF32, width, height);
    in.primaries = TONELIFT_PRIMARIES_BT709;
    in.transfer = TONELIFT_TRANSFER_LINEAR;
    in.linear_white = white;
    return in;
}

// OpenEXR, Standard Optional Attributes: whiteLuminance states the luminance of the value 1.0 in
// cd/m2.
TEST(LinearWhite, IsTheLuminanceOfSampleOne) {
    struct Case {
        double stated, option, right;
    };
    for (const Case& c : {Case{0, 0, 203},
                          {80, 0, 80},
                          {0, 100, 100},
                          {80, 100, 100},
                          {-5, 0, 203},
                          {INFINITY, 0, 203}}) {
        tonelift_options options = untouched();
        options.in_white = c.option;
        const double light = c.right / 203;
        expect_near(color_of(options, linear_video(c.stated), {1, 0.5, 4}),
                    {light, light / 2, light * 4}, std::to_string(c.right));
    }
}

TEST(LinearWhite, AlsoAppliesToTheOutput) {
    const tonelift_options options = untouched();
    const tonelift_video in = linear_video(0);
    tonelift_video out = output_of(options, in);
    EXPECT_EQ(out.linear_white, 203);
    out.linear_white = 100;
    const TestPicture picture = of_codes(in, {1, 0.5, 0.25});
    TestPicture result = picture_for(out);
    const FilterHandle filter = make_filter(options, in, out);
    ASSERT_NE(filter, nullptr);
    const tonelift_frame from = frame_of(picture, 0);
    tonelift_frame to = frame_of(result, 0);
    ASSERT_EQ(tonelift_filter_process(filter.get(), &from, &to, 1), TONELIFT_OK);
    EXPECT_NEAR(result.code(0, 3, 2), 2.03, 1e-3);
}

TEST(LinearWhite, HasNoEffectOnOtherTransfers) {
    tonelift_options options = untouched();
    const tonelift_video in = sdr_video(TONELIFT_FORMAT_YUV444P, width, height);
    const Rgb before = color_of(options, in, {120, 100, 150});
    options.in_white = 100;
    EXPECT_EQ(color_of(options, in, {120, 100, 150}), before);
}

constexpr const char* with_alpha[] = {"yuva444p",  "yuva422p10le", "yuva420p",   "rgba",
                                      "gbrap10le", "rgba64le",     "gbrapf32le", "yuva444p12le"};

TestPicture covered(const tonelift_video& in, bool premultiplied) {
    TestPicture picture = picture_for(in);
    const Format& format = *find_format(in.format);
    const bool is_float = format.sample == Sample::F32;
    const double white = is_float ? 1 : std::exp2(format.depth) - 1;
    const bool yuv = format.family == Family::YUV;
    for (int component = 0; component < 4; ++component) {
        for (int y = 0; y < picture.height(component); ++y) {
            for (int x = 0; x < picture.width(component); ++x) {
                const int column = picture.width(component) < width ? 2 * x : x;
                const double alpha = is_float ? std::exp2(-column / 2)
                                              : std::round(white * std::exp2(-column / 2)) / white;
                const double zero = !yuv ? 0 : component == 0 ? white / 16 : (white + 1) / 2;
                const double color = white * (0.6 - 0.1 * component);
                const double factor = premultiplied ? alpha : 1;
                const double code = component == 3 ? alpha * white : zero + (color - zero) * factor;
                picture.set_code(component, x, y, is_float ? code : std::round(code));
            }
        }
    }
    return picture;
}

tonelift_video alpha_video(const char* format, int alpha_mode) {
    tonelift_video in = sdr_video(tonelift_format_from_name(format), width, height);
    in.alpha_mode = alpha_mode;
    return in;
}

TEST(AlphaMode, PremultipliedColorsAreDividedByAlphaBeforeTheLook) {
    for (const char* name : with_alpha) {
        if (find_format(name)->subsampled()) continue;
        const bool coarse = find_format(name)->depth == 8;
        tonelift_options options = untouched("gbrapf32le");
        options.alpha_mode = TONELIFT_ALPHA_MODE_STRAIGHT;
        const tonelift_video straight = alpha_video(name, 0), premultiplied = alpha_video(name, 1);
        const TestPicture expected = mapped(options, straight, covered(straight, false));
        const TestPicture found = mapped(options, premultiplied, covered(premultiplied, true));
        EXPECT_TRUE(equal(expected, found, coarse ? 0.04 : 0.012)) << name;
    }
}

TEST(AlphaMode, OutputKeepsTheModeOfTheInput) {
    for (const char* name : with_alpha) {
        tonelift_options options = default_options();
        options.script_text = "output input * 0.5;";
        options.format = name;
        options.dithering = TONELIFT_DITHERING_NONE;
        const tonelift_video straight = alpha_video(name, 2), premultiplied = alpha_video(name, 1);
        EXPECT_EQ(output_of(options, straight).alpha_mode, 2) << name;
        EXPECT_EQ(output_of(options, premultiplied).alpha_mode, 1) << name;
        const TestPicture plain = mapped(options, straight, covered(straight, false));
        const TestPicture found = mapped(options, premultiplied, covered(premultiplied, true));
        const double zero =
            find_format(name)->family == Family::YUV ? std::exp2(find_format(name)->depth - 4) : 0;
        const double step = find_format(name)->sample == Sample::F32
                                ? 1e-5
                                : std::exp2(std::max(0, find_format(name)->depth - 9)) + 1;
        for (int x = 0; x < width; ++x)
            EXPECT_NEAR(found.code(0, x, 1) - zero,
                        (plain.code(0, x, 1) - zero) * std::exp2(-x / 2), step)
                << name << ", column " << x;
    }
}

TEST(AlphaMode, OptionWinsOverTheStream) {
    const tonelift_video straight = alpha_video("gbrapf32le", 2);
    tonelift_options options = untouched("gbrapf32le");
    options.in_alpha_mode = TONELIFT_ALPHA_MODE_PREMULTIPLIED;
    options.alpha_mode = TONELIFT_ALPHA_MODE_STRAIGHT;
    EXPECT_TRUE(equal(mapped(untouched("gbrapf32le"), straight, covered(straight, false)),
                      mapped(options, straight, covered(straight, true)), 1e-3));
}

// OpenEXR, Technical Introduction: a pixel with alpha 0 and a color emits light but covers nothing,
// like a flame.
TEST(AlphaMode, PremultipliedExrLightBecomesStraight) {
    tonelift_video in = linear_video(0);
    in.format = TONELIFT_FORMAT_GBRAPF32;
    in.alpha_mode = TONELIFT_ALPHA_MODE_PREMULTIPLIED;
    tonelift_options options = untouched("gbrapf32le");
    EXPECT_EQ(output_of(options, in).alpha_mode, 1) << "light stays as it was";
    options.transfer = TONELIFT_TRANSFER_SRGB;
    ASSERT_EQ(output_of(options, in).alpha_mode, 2);
    for (const double alpha : {1.0, 0.5, 0.125, 0.0}) {
        const double light = alpha > 0 ? 0.2158 * alpha : 0.2158;
        const Rgb found = color_of(options, in, {light, light, light, alpha});
        expect_near(found, {0.5020, 0.5020, 0.5020}, std::to_string(alpha));
    }
}

TEST(AlphaMode, OutputWithoutAlphaIsBlendedOverBlack) {
    tonelift_video in = linear_video(0);
    in.format = TONELIFT_FORMAT_GBRAPF32;
    in.alpha_mode = TONELIFT_ALPHA_MODE_PREMULTIPLIED;
    expect_near(color_of(untouched(), in, {0.1, 0.2, 0.3, 0.25}), {0.1, 0.2, 0.3}, "light");
    tonelift_video video = alpha_video("gbrap10le", 1);
    tonelift_options options = untouched();
    options.transfer = TONELIFT_TRANSFER_BT709;
    expect_near(color_of(options, video, {100, 150, 200, 256}),
                {100 / 1023.0, 150 / 1023.0, 200 / 1023.0}, "codes");
}

TEST(AlphaMode, ConversionPreventsPassthrough) {
    tonelift_options options = default_options();
    options.preset = "faithful";
    for (const char* name : {"rgba", "yuva444p"}) {
        const tonelift_video in = alpha_video(name, 1);
        options.alpha_mode = TONELIFT_ALPHA_MODE_AUTO;
        EXPECT_NE(
            tonelift_filter_passthrough(make_filter(options, in, output_of(options, in)).get()), 0)
            << name;
        options.alpha_mode = TONELIFT_ALPHA_MODE_STRAIGHT;
        const TestPicture out = mapped(options, in, covered(in, true));
        EXPECT_NEAR(out.code(0, 4, 1), out.code(0, 0, 1), 4) << name;
    }
}

}  // namespace
}  // namespace tonelift::input_meaning_test
