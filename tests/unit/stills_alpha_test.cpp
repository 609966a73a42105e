// SPDX-License-Identifier: BSD-2-Clause
// Tests that pictures whose colors are multiplied by alpha keep their light.
#include <gtest/gtest.h>
#include <tiffio.h>

#include "tests/unit/stills_files.h"
#include "tests/unit/stills_support.h"
#include "tools/pictures/gain_map.h"

namespace tonelift::stills_alpha_test {
namespace {

constexpr int steps = 8;

// A color in 8 bits that is multiplied by alpha, and the straight color.
constexpr std::array<uint8_t, 4> stored = {100, 60, 30, 128}, divided = {199, 120, 60, 128};

double coverage(int x) { return 1 - x / (steps - 1.0); }

class StillAlphas : public Stills {
  protected:
    // Writes an EXR of one color that fades out.
    void write_fade(const Vector3& color) const {
        Still still(still_video("gbrapf32le", steps, steps));
        still.video.primaries = TONELIFT_PRIMARIES_BT709;
        still.video.transfer = linear;
        still.video.alpha_mode = TONELIFT_ALPHA_MODE_PREMULTIPLIED;
        constexpr size_t colors[] = {1, 2, 0};  // planes G, B, R
        for (size_t plane = 0; plane < 4; ++plane)
            for (int y = 0; y < steps; ++y)
                for (int x = 0; x < steps; ++x)
                    reinterpret_cast<float*>(still.frame.row(plane, y))[x] =
                        static_cast<float>(coverage(x) * (plane == 3 ? 1 : color[colors[plane]]));
        kind_called("exr").write(path("fade.exr"), still, {100});
    }
    // Writes a TIFF of one pixel, whose colors are multiplied by alpha.
    void write_tiff(const std::array<uint8_t, 4>& pixel) const {
        TIFF* const file = TIFFOpen(path("in.tif").c_str(), "w");
        constexpr uint16_t extra = EXTRASAMPLE_ASSOCALPHA;
        for (const auto& [tag, value] : {std::pair{TIFFTAG_IMAGEWIDTH, 1},
                                         {TIFFTAG_IMAGELENGTH, 1},
                                         {TIFFTAG_BITSPERSAMPLE, 8},
                                         {TIFFTAG_SAMPLESPERPIXEL, 4},
                                         {TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_RGB},
                                         {TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG}})
            TIFFSetField(file, static_cast<uint32_t>(tag), value);
        TIFFSetField(file, TIFFTAG_EXTRASAMPLES, 1, &extra);
        std::array<uint8_t, 4> row = pixel;
        TIFFWriteScanline(file, row.data(), 0, 0);
        TIFFClose(file);
    }
};

TEST_F(StillAlphas, PremultipliedColorsLieOverBlackInOutputWithoutAlpha) {
    write_fade({0.8, 0.8, 0.8});
    for (const char* out : {"out.jpg", "--with format=rgb24 out.png"}) {
        ASSERT_EQ(map("--with preset=faithful fade.exr " + std::string(out)), 0) << content("said");
        EXPECT_TRUE(says("has no alpha; it is dropped, and the picture lies over black"))
            << content("said");
        const Still made =
            read_again(path(std::string(out).substr(std::string(out).rfind("out."))));
        const double opaque = light_of(made, 0, 4)[1];
        ASSERT_GT(opaque, 0.3);
        for (int x = 0; x < steps; ++x)
            EXPECT_NEAR(light_of(made, x, 4)[1], coverage(x) * opaque, 0.015) << out << x;
    }
    write_tiff(stored);
    write_avif(path("in.avif"), flat({200, 120, 60, 128}), AVIF_PIXEL_FORMAT_YUV444,
               [](avifImage* image) { image->alphaPremultiplied = AVIF_TRUE; });
    for (const char* in : {"in.tif", "in.avif"}) {
        ASSERT_EQ(map("--with preset=faithful --with format=rgb24 " + std::string(in) + " out.png"),
                  0)
            << content("said");
        const std::array<double, 4> pixel = pixel_of(read_again(path("out.png")), 0, 0);
        for (size_t i = 0; i < 3; ++i) EXPECT_NEAR(255 * pixel[i], stored[i], 2.5) << in << i;
    }
}

TEST_F(StillAlphas, PremultipliedColorsBecomeStraightInOutputWithAlpha) {
    write_tiff(stored);
    for (const char* out : {"out.png", "out.tif", "out.jxl"}) {
        ASSERT_EQ(map("--with preset=faithful in.tif --quality 100 " + std::string(out)), 0)
            << content("said");
        const Still made = read_again(path(out));
        EXPECT_FALSE(is_premultiplied(made.video));
        const std::array<double, 4> pixel = pixel_of(made, 0, 0);
        for (size_t i = 0; i < 4; ++i) EXPECT_NEAR(255 * pixel[i], divided[i], 1.5) << out << i;
    }
}

// OpenEXR, Technical Introduction: a pixel with alpha 0 can have light, such as that of a candle
// flame.
TEST_F(StillAlphas, LightWithoutCoverageIsKeptInExr) {
    Still still = picture("gbrapf32le", 1, linear);
    still.video.alpha_mode = TONELIFT_ALPHA_MODE_PREMULTIPLIED;
    for (int x = 0; x < still_width; ++x) reinterpret_cast<float*>(still.frame.row(3, 1))[x] = 0;
    kind_called("exr").write(path("glow.exr"), still, {100});
    ASSERT_EQ(map("--with 'script_text=output input;' glow.exr out.exr"), 0) << content("said");
    EXPECT_LE(difference(read_again(path("out.exr")), read_again(path("glow.exr"))), 1e-3);
}

TEST_F(StillAlphas, HiddenColorsOfStraightPicturesAreNoLight) {
    kind_called("png").write(path("hidden.png"), flat({200, 100, 50, 0}), {100});
    ASSERT_EQ(map("hidden.png out.exr"), 0) << content("said");
    for (const double value : pixel_of(read_again(path("out.exr")), 1, 1)) EXPECT_EQ(value, 0);
}

TEST_F(StillAlphas, EveryAlphaModeWritesTheSameExr) {
    write_fade({0.5, 0.25, 0.75});
    ASSERT_EQ(map("--with preset=faithful fade.exr out.exr"), 0) << content("said");
    const Still expected = read_again(path("out.exr"));
    for (const char* mode :
         {"in_alpha_mode=premultiplied", "alpha_mode=premultiplied", "alpha_mode=straight"}) {
        ASSERT_EQ(map("--with preset=faithful fade.exr out.exr --with " + std::string(mode)), 0)
            << content("said");
        EXPECT_LE(difference(read_again(path("out.exr")), expected), 1e-3) << mode;
    }
}

TEST_F(StillAlphas, TheAlphaModeOfTheInputCanBeStated) {
    write_fade({0.5, 0.25, 0.75});
    const auto mapped = [&](const std::string& options) {
        EXPECT_EQ(map("--with preset=faithful fade.exr out.png" + options), 0) << content("said");
        return light_of(read_again(path("out.png")), 4, 4)[1];
    };
    const double usual = mapped("");
    EXPECT_EQ(mapped(" --with in_alpha_mode=premultiplied"), usual);
    EXPECT_NEAR(mapped(" --with in_alpha_mode=straight"), coverage(4) * usual, 0.01);
}

TEST_F(StillAlphas, OnlyExrHoldsPremultipliedColors) {
    kind_called("png").write(path("in.png"), picture("rgba", 1, srgb), {100});
    for (const std::string out : {"out.png", "out.tif", "out.jpg", "out.avif", "out.jxl"}) {
        EXPECT_EQ(map("--with alpha_mode=premultiplied in.png " + out), 2) << out;
        EXPECT_TRUE(says("never multiplied by alpha; for premultiplied colors, write exr"));
    }
    EXPECT_EQ(map("--with alpha_mode=premultiplied in.png out.exr"), 0) << content("said");
}

TEST_F(StillAlphas, GainMapsRestoreThePictureOverBlack) {
    write_fade({4, 4, 4});
    ASSERT_EQ(map("fade.exr out.jpg --gain-map --gain-map-scale 1"), 0) << content("said");
    const Still made = read_again(path("out.jpg"));
    ASSERT_NE(made.gain_map, nullptr);
    const Still light = with_gain_map(made);
    for (int x = 0; x < steps; ++x)
        EXPECT_NEAR(pixel_of(light, x, 4)[1], 4 * coverage(x), 0.1 + 0.05 * 4 * coverage(x)) << x;
}

}  // namespace
}  // namespace tonelift::stills_alpha_test
