// SPDX-License-Identifier: BSD-2-Clause
// Tests color tags in files of still pictures. If tags contradict each other, the standards decide
// which tag counts.
#include <ImfChannelList.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfOutputFile.h>
#include <ImfStandardAttributes.h>
#include <gtest/gtest.h>
#include <png.h>

#include <fstream>

#include "tests/unit/stills_files.h"
#include "tests/unit/stills_light.h"
#include "tests/unit/stills_support.h"
#include "tools/pictures/avif_versions.h"
#include "tools/pictures/icc.h"

namespace tonelift::stills_color_test {
namespace {

const Chunk gamma_18{"gAMA", big_endian({55556})}, gamma_22{"gAMA", big_endian({45455})},
    linear_gamma{"gAMA", big_endian({100000})}, srgb_chunk{"sRGB", std::string(1, '\0')},
    adobe_chunk{"cHRM", big_endian({31270, 32900, 64000, 33000, 21000, 71000, 15000, 6000})};

Chunk numbers_chunk(int primaries, int transfer, int matrix, int full) {
    return {"cICP",
            {static_cast<char>(primaries), static_cast<char>(transfer), static_cast<char>(matrix),
             static_cast<char>(full)}};
}

class StillColors : public Stills {
  protected:
    Still png(int color_type, int bits, const std::vector<uint16_t>& pixel,
              const std::vector<Chunk>& chunks) const {
        write_png(path("a.png"), color_type, bits, pixel, chunks);
        return read_again(path("a.png"));
    }
    Still green_png(const std::vector<Chunk>& chunks) const {
        return png(PNG_COLOR_TYPE_RGB, 8, green_pixel, chunks);
    }
    Still avif(const std::array<uint8_t, 4>& pixel, avifPixelFormat layout,
               const std::function<void(avifImage*)>& change) const {
        write_avif(path("a.avif"), flat(pixel), layout, change);
        return read_again(path("a.avif"));
    }
    Still radiance(const std::string& lines, const std::string& pixel) const {
        std::ofstream(path("a.hdr"), std::ios::binary) << "#?RADIANCE\n"
                                                       << lines << "\n\n-Y 2 +X 2\n"
                                                       << pixel << pixel << pixel << pixel;
        return read_again(path("a.hdr"));
    }
};

// PNG, third edition, 4.3 and 11.3.2: color chunks have this precedence, highest first: cICP, iCCP,
// sRGB, then gAMA and cHRM.
TEST_F(StillColors, PngChunksHaveThePublishedPriority) {
    const Chunk adobe_icc = icc_chunk(rgb_profile(adobe_rgb, adobe_gamma));
    constexpr double step = 0.003;
    expect_light(green_png({}), srgb_light(green), 1e-9);
    expect_light(green_png({gamma_18}), power(green, 1.8), step);
    expect_light(green_png({gamma_22}), power(green, 2.2), step);
    expect_light(green_png({linear_gamma}), green, 1e-9);
    EXPECT_EQ(green_png({linear_gamma}).video.transfer, linear);
    expect_light(green_png({adobe_chunk}), from(adobe_rgb, srgb_light(green)), step);
    expect_light(green_png({gamma_22, adobe_chunk}), from(adobe_rgb, power(green, 2.2)), step);
    expect_light(green_png({gamma_18, adobe_chunk, srgb_chunk}), srgb_light(green), 1e-9);
    expect_light(green_png({gamma_18, adobe_icc}), from(adobe_rgb, power(green, adobe_gamma)),
                 step);
    const Chunk p3 = numbers_chunk(TONELIFT_PRIMARIES_DISPLAY_P3, srgb, 0, 1);
    expect_light(green_png({p3, gamma_18, adobe_icc}),
                 from(TONELIFT_PRIMARIES_DISPLAY_P3, srgb_light(green)), 1e-9);
}

TEST_F(StillColors, UnsupportedPngNumbersCountAsMissing) {
    for (const Chunk& chunk : {numbers_chunk(99, srgb, 0, 1), numbers_chunk(1, 99, 0, 1),
                               numbers_chunk(1, srgb, 1, 1), numbers_chunk(2, 2, 0, 1)}) {
        const Still still = green_png({chunk, gamma_18});
        expect_light(still, power(green, 1.8), 0.003);
        EXPECT_TRUE(has_note(still, "cICP"));
    }
}

// PNG, third edition, 11.3.2.6 to 11.3.2.8, defines the chunks cICP, mDCV and cLLI.
TEST_F(StillColors, PngStatesRangeAndLightOfHdr) {
    const Chunk limited = numbers_chunk(9, TONELIFT_TRANSFER_PQ, 0, 0);
    const Still still = green_png({limited, {"cLLI", big_endian({10000000, 2500000})}});
    EXPECT_EQ(still.video.range, TONELIFT_RANGE_LIMITED);
    EXPECT_EQ(still.video.max_cll, 1000);
    EXPECT_EQ(still.video.max_fall, 250);
    const Chunk display{"mDCV", std::string(16, '\1') + big_endian({40000000, 50})};
    const Still mastered = green_png({limited, display});
    EXPECT_EQ(mastered.video.mastering_max, 4000);
    EXPECT_EQ(mastered.video.mastering_min, 0.005);
    EXPECT_EQ(green_png({numbers_chunk(9, 16, 0, 1)}).video.range, TONELIFT_RANGE_FULL);
}

// ITU-R BT.2100-2, table 9: in narrow range with 8 bits, black is 16 and white is 235.
TEST_F(StillColors, NarrowRangeOfPngIsExpanded) {
    for (const int color_type : {PNG_COLOR_TYPE_RGB, PNG_COLOR_TYPE_GRAY}) {
        write_png(path("narrow.png"), color_type, 8, {126, 126, 126}, {numbers_chunk(1, 13, 0, 0)});
        ASSERT_EQ(map("narrow.png full.png --with preset=faithful --with dithering=none"), 0);
        const double code = (126 - 16) / 219.0, tolerance = 0.006;
        expect_light(read_again(path("full.png")), srgb_light({code, code, code}), tolerance);
    }
}

// PNG, third edition, 11.3.2.3: a gray ICC profile is allowed for the color types 0 and 4.
TEST_F(StillColors, GrayPngUsesAGrayProfile) {
    for (const double gamma : {1.8, 2.2}) {
        const Chunk profile = icc_chunk(gray_profile(gamma));
        for (const int bits : {8, 16}) {
            const auto code = static_cast<uint16_t>(bits == 8 ? 128 : 128 * 257);
            const auto most = static_cast<uint16_t>(bits == 8 ? 255 : 65535);
            const Still opaque = png(PNG_COLOR_TYPE_GRAY, bits, {code}, {profile});
            const Still alpha = png(PNG_COLOR_TYPE_GRAY_ALPHA, bits, {code, most}, {profile});
            const Still hole =
                png(PNG_COLOR_TYPE_GRAY, bits, {code}, {profile, {"tRNS", std::string("\0\1", 2)}});
            for (const Still& still : {opaque, alpha, hole}) {
                expect_light(still, power(gray, gamma), 0.002);
                EXPECT_FALSE(has_note(still, "ignored"));
            }
            EXPECT_EQ(find_format(opaque.video.format)->family, Family::GRAY);
            EXPECT_EQ(pixel_of(alpha, 1, 1)[3], 1);
        }
    }
    expect_light(png(PNG_COLOR_TYPE_GRAY, 8, {128}, {gamma_18}), power(gray, 1.8), 0.002);
    expect_light(png(PNG_COLOR_TYPE_GRAY_ALPHA, 8, {128, 9}, {gamma_18}), power(gray, 1.8), 0.002);
}

TEST_F(StillColors, ProfilesThatDoNotFitAreIgnoredWithANote) {
    const std::vector<uint8_t> color = rgb_profile(adobe_rgb, 1.8), single = gray_profile(1.8);
    std::vector<uint8_t> damaged = color;
    std::fill(damaged.begin() + 36, damaged.begin() + 40, uint8_t{0});
    for (const std::vector<uint8_t>& profile : {single, cmyk_profile(), damaged}) {
        const Still still = green_png({icc_chunk(profile)});
        expect_light(still, srgb_light(green), 1e-9);
        EXPECT_TRUE(has_note(still, "ICC profile was ignored"));
        const Still of_avif =
            avif({100, 180, 90, 255}, AVIF_PIXEL_FORMAT_YUV444, [&](avifImage* image) {
                check_avif(
                    [&] { return avifImageSetProfileICC(image, profile.data(), profile.size()); });
            });
        expect_light(of_avif, srgb_light(green), 0.01);
        EXPECT_TRUE(has_note(of_avif, "ICC profile was ignored"));
    }
    const Still of_gray = png(PNG_COLOR_TYPE_GRAY, 8, {128}, {icc_chunk(color)});
    expect_light(of_gray, srgb_light(gray), 1e-9);
    EXPECT_TRUE(has_note(of_gray, "ICC profile was ignored"));
}

// HEIF (ISO/IEC 23008-12), 6.5.5: a file can have an ICC profile in addition to its CICP numbers.
TEST_F(StillColors, AvifColorIsFromTheProfileAndMatrixFromCicp) {
    constexpr std::array<uint8_t, 4> pixel = {128, 128, 128, 255};
    const auto with = [](const std::vector<uint8_t>& profile) {
        return [&profile](avifImage* image) {
            check_avif(
                [&] { return avifImageSetProfileICC(image, profile.data(), profile.size()); });
        };
    };
    const std::vector<uint8_t> adobe = rgb_profile(adobe_rgb, adobe_gamma);
    for (const avifPixelFormat layout :
         {AVIF_PIXEL_FORMAT_YUV444, AVIF_PIXEL_FORMAT_YUV422, AVIF_PIXEL_FORMAT_YUV420})
        expect_light(avif(pixel, layout, with(adobe)), power(gray, adobe_gamma), 0.004);
    expect_light(avif({100, 180, 90, 255}, AVIF_PIXEL_FORMAT_YUV444, with(adobe)),
                 from(adobe_rgb, power(green, adobe_gamma)), 0.012);
    const std::vector<uint8_t> p3 = rgb_profile(chromaticities(TONELIFT_PRIMARIES_DISPLAY_P3), 2.2);
    const Still wide = avif({200, 120, 100, 255}, AVIF_PIXEL_FORMAT_YUV444, with(p3));
    EXPECT_EQ(wide.video.primaries, TONELIFT_PRIMARIES_DISPLAY_P3);
    EXPECT_EQ(wide.video.matrix, 6) << "of the numbers";
    expect_light(
        wide,
        from(TONELIFT_PRIMARIES_DISPLAY_P3, power({200 / 255.0, 120 / 255.0, 100 / 255.0}, 2.2)),
        0.012);
    const std::vector<uint8_t> single = gray_profile(1.8);
    expect_light(avif(pixel, AVIF_PIXEL_FORMAT_YUV400, with(single)), power(gray, 1.8), 0.004);
}

// If an AVIF has CICP numbers for HDR and an ICC profile, the CICP numbers win. ICC profiles before
// version 4.4 cannot state PQ or HLG.
TEST_F(StillColors, HdrCicpWinsOverTheAvifProfile) {
    const std::vector<uint8_t> profile = rgb_profile(adobe_rgb, 2.2);
    for (const int transfer : {TONELIFT_TRANSFER_PQ, TONELIFT_TRANSFER_HLG}) {
        const Still still =
            avif({128, 128, 128, 255}, AVIF_PIXEL_FORMAT_YUV444, [&](avifImage* image) {
                image->colorPrimaries = AVIF_COLOR_PRIMARIES_BT2020;
                image->transferCharacteristics = static_cast<avifTransferCharacteristics>(transfer);
                check_avif(
                    [&] { return avifImageSetProfileICC(image, profile.data(), profile.size()); });
            });
        EXPECT_EQ(still.video.transfer, transfer);
        EXPECT_EQ(still.video.primaries, TONELIFT_PRIMARIES_BT2020);
    }
}

// MIAF (ISO/IEC 23000-22), 7.3.6.4: a picture without CICP numbers (nclx) is sRGB, with the matrix
// of BT.601.
TEST_F(StillColors, AvifWithoutNumbersIsSrgb) {
    const auto unspecified = [](avifImage* image) {
        image->colorPrimaries = AVIF_COLOR_PRIMARIES_UNSPECIFIED;
        image->transferCharacteristics = AVIF_TRANSFER_CHARACTERISTICS_UNSPECIFIED;
        image->matrixCoefficients = AVIF_MATRIX_COEFFICIENTS_UNSPECIFIED;
    };
    for (const avifPixelFormat layout :
         {AVIF_PIXEL_FORMAT_YUV444, AVIF_PIXEL_FORMAT_YUV422, AVIF_PIXEL_FORMAT_YUV420})
        expect_light(avif({100, 180, 90, 255}, layout, unspecified), srgb_light(green), 0.012);
    expect_light(avif({128, 128, 128, 255}, AVIF_PIXEL_FORMAT_YUV400, unspecified),
                 srgb_light(gray), 0.004);
}

// OpenEXR, Standard Optional Attributes: whiteLuminance states the luminance of the value 1.0 in
// cd/m2.
TEST_F(StillColors, ExrStatesTheLuminanceOfOne) {
    for (const char* names : {"RGB", "Y"}) {
        Imf::Header header(2, 2);
        Imf::addWhiteLuminance(header, 80);
        const std::vector<float> samples(4, 0.5f);
        Imf::FrameBuffer buffer;
        for (const char* name = names; *name != 0; ++name) {
            header.channels().insert(std::string(1, *name), Imf::Channel(Imf::FLOAT));
            buffer.insert(
                std::string(1, *name),
                Imf::Slice(Imf::FLOAT, reinterpret_cast<char*>(const_cast<float*>(samples.data())),
                           sizeof(float), 2 * sizeof(float)));
        }
        {
            Imf::OutputFile file(path("a.exr").c_str(), header);
            file.setFrameBuffer(buffer);
            file.writePixels(2);
        }
        const double light = 0.5 * 80 / 203;
        expect_light(read_again(path("a.exr")), {light, light, light}, 1e-6);
    }
}

// Ward, "Radiance File Formats": the light of a pixel is its value divided by all values of
// EXPOSURE and COLORCORR.
TEST_F(StillColors, RadianceHeadersChangeTheLight) {
    const std::string rgbe = "FORMAT=32-bit_rle_rgbe";
    const std::string pixel = "\x20\x80\x40\x82";
    const Vector3 plain{0.5, 2, 1};
    constexpr double step = 1 / 64.0;
    expect_light(radiance(rgbe, pixel), plain, step);
    expect_light(radiance(rgbe + "\nEXPOSURE=4", pixel), {0.125, 0.5, 0.25}, step);
    expect_light(radiance("EXPOSURE= 4\n" + rgbe + "\nEXPOSURE=0.5", pixel), {0.25, 1, 0.5}, step);
    expect_light(radiance(rgbe + "\nCOLORCORR=2 1 0.5", pixel), {0.25, 2, 2}, 2 * step);
    expect_light(radiance(rgbe + "\nPRIMARIES=.64 .33 .21 .71 .15 .06 .3127 .3290", pixel),
                 from(adobe_rgb, plain), 2 * step);
    EXPECT_EQ(radiance(rgbe + "\nPRIMARIES=.708 .292 .170 .797 .131 .046 .3127 .3290", pixel)
                  .video.primaries,
              TONELIFT_PRIMARIES_BT2020);
    expect_light(radiance("FORMAT=32-bit_rle_xyze", pixel),
                 multiply(inverse(rgb_to_xyz(h273::primaries_bt709)), plain), 4 * step);
}

TEST_F(StillColors, WrittenProfilesHaveNames) {
    const auto name = [](const char* format, int primaries, int transfer) {
        const std::vector<uint8_t> bytes = profile_of(picture(format, primaries, transfer).video);
        cmsHPROFILE profile =
            cmsOpenProfileFromMem(bytes.data(), static_cast<cmsUInt32Number>(bytes.size()));
        char text[64] = "";
        cmsGetProfileInfoASCII(profile, cmsInfoDescription, "en", "US", text, sizeof text);
        cmsCloseProfile(profile);
        return std::string(text);
    };
    EXPECT_EQ(name("rgb24", TONELIFT_PRIMARIES_BT709, srgb), "sRGB");
    EXPECT_EQ(name("rgb24", TONELIFT_PRIMARIES_DISPLAY_P3, srgb), "Display P3");
    EXPECT_EQ(name("rgb24", TONELIFT_PRIMARIES_BT2020, TONELIFT_TRANSFER_GAMMA22),
              "bt2020, gamma22");
    EXPECT_EQ(name("gray", TONELIFT_PRIMARIES_BT709, srgb), "gray, iec61966-2-1");
}

// ICC.1:2022, 7.2.8: bytes 24 to 35 of a profile are the date and time of its creation.
TEST_F(StillColors, WrittenProfilesDoNotDependOnTheClock) {
    const std::vector<uint8_t> bytes = profile_of(picture("rgb24", 1, srgb).video);
    EXPECT_EQ(std::vector<uint8_t>(bytes.begin() + 24, bytes.begin() + 36),
              (std::vector<uint8_t>{0x07, 0xD0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0}));
}

}  // namespace
}  // namespace tonelift::stills_color_test
