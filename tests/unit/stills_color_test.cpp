// SPDX-License-Identifier: BSD-2-Clause
//
// What a file says of its color: every statement counts by the rank that its standard gives it, and
// a statement that cannot be used is ignored with a note. Expected is light, computed from the
// codes by the definition of the statement.
#include <ImfChannelList.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfOutputFile.h>
#include <ImfStandardAttributes.h>
#include <gtest/gtest.h>
#include <jxl/encode.h>
#include <jxl/encode_cxx.h>
#include <png.h>

#include <cstdio>
#include <fstream>
#include <optional>

// jpeglib.h needs cstdio before it.
#include <jpeglib.h>
#include <tiffio.h>

#include "tests/unit/stills_files.h"
#include "tests/unit/stills_support.h"

namespace tonelift {
namespace {

constexpr double half_code = 128 / 255.0;

Vector3 power(const Vector3& codes, double gamma) {
    return {std::pow(codes[0], gamma), std::pow(codes[1], gamma), std::pow(codes[2], gamma)};
}

Vector3 srgb_light(const Vector3& codes) {
    return {light_of_code(codes[0], srgb), light_of_code(codes[1], srgb),
            light_of_code(codes[2], srgb)};
}

Vector3 from(const constants::Primaries& primaries, const Vector3& light) {
    return multiply(convert_primaries(primaries, h273::primaries_bt709), light);
}

Vector3 from(int primaries, const Vector3& light) { return from(chromaticities(primaries), light); }

void expect_light(const Still& still, const Vector3& expected, double tolerance) {
    const Vector3 light = light_of(still, 1, 1);
    for (size_t i = 0; i < 3; ++i) EXPECT_NEAR(light[i], expected[i], tolerance) << i;
}

bool has_note(const Still& still, const std::string& part) {
    return std::any_of(still.notes.begin(), still.notes.end(), [&](const std::string& note) {
        return note.find(part) != std::string::npos;
    });
}

const Vector3 gray{half_code, half_code, half_code};
// In every gamut of the tests.
const Vector3 green{100 / 255.0, 180 / 255.0, 90 / 255.0};
const std::vector<uint16_t> green_pixel{100, 180, 90};

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

// PNG, third edition, 4.3 and 11.3.2: cICP, iCCP, sRGB, then gAMA and cHRM.
TEST_F(StillColors, PngGivesEachChunkItsRank) {
    const Chunk adobe_icc = icc_chunk(rgb_profile(adobe_rgb, adobe_gamma));
    constexpr double step = 0.003;  // of 8 bits at these codes
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

TEST_F(StillColors, PngNumbersThatAreNotHandledCountAsMissing) {
    for (const Chunk& chunk : {numbers_chunk(99, srgb, 0, 1), numbers_chunk(1, 99, 0, 1),
                               numbers_chunk(1, srgb, 1, 1), numbers_chunk(2, 2, 0, 1)}) {
        const Still still = green_png({chunk, gamma_18});
        expect_light(still, power(green, 1.8), 0.003);
        EXPECT_TRUE(has_note(still, "cICP"));
    }
}

// PNG, third edition, 11.3.2.6 to 11.3.2.8.
TEST_F(StillColors, PngTellsRangeAndLightOfHdr) {
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

// PNG, third edition, 11.3.2.3: a profile for gray goes with the color types 0 and 4.
TEST_F(StillColors, GrayPngTakesAProfileForGray) {
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
                avifImageSetProfileICC(image, profile.data(), profile.size());
            });
        expect_light(of_avif, srgb_light(green), 0.01);
        EXPECT_TRUE(has_note(of_avif, "ICC profile was ignored"));
    }
    const Still of_gray = png(PNG_COLOR_TYPE_GRAY, 8, {128}, {icc_chunk(color)});
    expect_light(of_gray, srgb_light(gray), 1e-9);
    EXPECT_TRUE(has_note(of_gray, "ICC profile was ignored"));
}

// HEIF (ISO/IEC 23008-12), 6.5.5: the profile says the color, the numbers matrix and range.
TEST_F(StillColors, AvifTakesColorFromTheProfileAndTheMatrixFromTheNumbers) {
    constexpr std::array<uint8_t, 4> pixel = {128, 128, 128, 255};
    const auto with = [](const std::vector<uint8_t>& profile) {
        return [&profile](avifImage* image) {
            avifImageSetProfileICC(image, profile.data(), profile.size());
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

// Profiles cannot say PQ and HLG; programs add one of their primaries for viewers of SDR.
TEST_F(StillColors, NumbersOfHdrOutrankTheProfileOfAnAvif) {
    const std::vector<uint8_t> profile = rgb_profile(adobe_rgb, 2.2);
    for (const int transfer : {TONELIFT_TRANSFER_PQ, TONELIFT_TRANSFER_HLG}) {
        const Still still =
            avif({128, 128, 128, 255}, AVIF_PIXEL_FORMAT_YUV444, [&](avifImage* image) {
                image->colorPrimaries = AVIF_COLOR_PRIMARIES_BT2020;
                image->transferCharacteristics = static_cast<avifTransferCharacteristics>(transfer);
                avifImageSetProfileICC(image, profile.data(), profile.size());
            });
        EXPECT_EQ(still.video.transfer, transfer);
        EXPECT_EQ(still.video.primaries, TONELIFT_PRIMARIES_BT2020);
    }
}

class StillTiffs : public StillColors {
  protected:
    // 2x2 pixels of 100, 180, 90 of 255 in floats or bytes.
    Still tiff(bool floats, const std::function<void(TIFF*)>& change) const {
        TIFF* const file = TIFFOpen(path("a.tif").c_str(), "w");
        TIFFSetField(file, TIFFTAG_IMAGEWIDTH, 2);
        TIFFSetField(file, TIFFTAG_IMAGELENGTH, 2);
        TIFFSetField(file, TIFFTAG_BITSPERSAMPLE, floats ? 32 : 8);
        TIFFSetField(file, TIFFTAG_SAMPLEFORMAT, floats ? SAMPLEFORMAT_IEEEFP : SAMPLEFORMAT_UINT);
        TIFFSetField(file, TIFFTAG_SAMPLESPERPIXEL, 3);
        TIFFSetField(file, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_RGB);
        TIFFSetField(file, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
        change(file);
        for (uint32_t y = 0; y < 2; ++y) {
            float light[6];
            uint8_t codes[6];
            for (size_t i = 0; i < 6; ++i) {
                light[i] = static_cast<float>(green[i % 3]);
                codes[i] = static_cast<uint8_t>(green_pixel[i % 3]);
            }
            TIFFWriteScanline(file, floats ? static_cast<void*>(light) : codes, y, 0);
        }
        TIFFClose(file);
        return read_again(path("a.tif"));
    }
};

TEST_F(StillTiffs, TakeProfilesAndChromaticities) {
    const auto with = [](const std::vector<uint8_t>& profile) {
        return [profile](TIFF* file) {
            TIFFSetField(file, TIFFTAG_ICCPROFILE, static_cast<uint32_t>(profile.size()),
                         profile.data());
        };
    };
    const std::vector<uint8_t> adobe = rgb_profile(adobe_rgb, adobe_gamma);
    const Vector3 adobe_green = from(adobe_rgb, power(green, adobe_gamma));
    expect_light(tiff(false, with(adobe)), adobe_green, 0.003);
    expect_light(tiff(true, with(adobe)), adobe_green, 0.003);
    // Linear light in floats stays linear, and unbounded.
    const Still light = tiff(true, with(rgb_profile(adobe_rgb, 1)));
    EXPECT_EQ(light.video.transfer, linear);
    expect_light(light, from(adobe_rgb, green), 0.003);
    EXPECT_TRUE(has_note(tiff(false, with(gray_profile(1.8))), "ICC profile was ignored"));
    // TIFF 6.0, section 20.
    const auto chromatic = [](TIFF* file) {
        constexpr float white[] = {0.3127f, 0.3290f},
                        colors[] = {0.64f, 0.33f, 0.21f, 0.71f, 0.15f, 0.06f};
        TIFFSetField(file, TIFFTAG_WHITEPOINT, white);
        TIFFSetField(file, TIFFTAG_PRIMARYCHROMATICITIES, colors);
    };
    expect_light(tiff(false, chromatic), from(adobe_rgb, srgb_light(green)), 0.003);
    expect_light(tiff(true, chromatic), from(adobe_rgb, green), 0.0001);
}

// A file of 2x2 pixels in floats or 16 bits.
class StillJxls : public StillColors {
  protected:
    Still jxl(const std::vector<float>& pixel, uint32_t colors, const JxlColorEncoding* color,
              const std::vector<uint8_t>& profile, float intensity, bool floats = false) const {
        const auto encoder = JxlEncoderMake(nullptr);
        JxlBasicInfo info;
        JxlEncoderInitBasicInfo(&info);
        info.xsize = info.ysize = 2;
        info.bits_per_sample = floats ? 32 : 16;
        info.exponent_bits_per_sample = floats ? 8 : 0;
        info.num_color_channels = colors;
        info.num_extra_channels = static_cast<uint32_t>(pixel.size()) - colors;
        info.alpha_bits = info.num_extra_channels > 0 ? info.bits_per_sample : 0;
        info.uses_original_profile = JXL_TRUE;
        if (intensity > 0) info.intensity_target = intensity;
        EXPECT_EQ(JxlEncoderSetBasicInfo(encoder.get(), &info), JXL_ENC_SUCCESS);
        EXPECT_EQ(color != nullptr
                      ? JxlEncoderSetColorEncoding(encoder.get(), color)
                      : JxlEncoderSetICCProfile(encoder.get(), profile.data(), profile.size()),
                  JXL_ENC_SUCCESS);
        JxlEncoderFrameSettings* const settings =
            JxlEncoderFrameSettingsCreate(encoder.get(), nullptr);
        JxlEncoderSetFrameLossless(settings, JXL_TRUE);
        std::vector<float> pixels;
        for (int i = 0; i < 4; ++i) pixels.insert(pixels.end(), pixel.begin(), pixel.end());
        const JxlPixelFormat layout{static_cast<uint32_t>(pixel.size()), JXL_TYPE_FLOAT,
                                    JXL_LITTLE_ENDIAN, 0};
        EXPECT_EQ(JxlEncoderAddImageFrame(settings, &layout, pixels.data(),
                                          pixels.size() * sizeof(float)),
                  JXL_ENC_SUCCESS);
        JxlEncoderCloseInput(encoder.get());
        std::vector<uint8_t> bytes(1 << 16);
        uint8_t* next = bytes.data();
        size_t left = bytes.size();
        EXPECT_EQ(JxlEncoderProcessOutput(encoder.get(), &next, &left), JXL_ENC_SUCCESS);
        write_bytes(path("a.jxl"), {bytes.data(), bytes.size() - left});
        return read_again(path("a.jxl"));
    }
    static JxlColorEncoding encoding(JxlTransferFunction transfer) {
        JxlColorEncoding color{};
        color.color_space = JXL_COLOR_SPACE_RGB;
        color.white_point = JXL_WHITE_POINT_D65;
        color.primaries = JXL_PRIMARIES_SRGB;
        color.transfer_function = transfer;
        return color;
    }
};

TEST_F(StillJxls, TellPowersAsTheyAre) {
    for (const double gamma : {1.8, 2.2, 2.4, 2.6}) {
        JxlColorEncoding color = encoding(JXL_TRANSFER_FUNCTION_GAMMA);
        color.gamma = 1 / gamma;
        const Still still = jxl({0.25f, 0.75f, 0.5f}, 3, &color, {}, 0);
        if (still.video.transfer == TONELIFT_TRANSFER_BT709)
            EXPECT_EQ(gamma, 2.4) << "BT.1886";
        else
            expect_light(still, power({0.25, 0.75, 0.5}, gamma), 0.002);
    }
}

TEST_F(StillJxls, TakeProfilesOfOtherColorsInEveryLayout) {
    const std::vector<uint8_t> adobe = rgb_profile(adobe_rgb, adobe_gamma);
    const Vector3 expected = from(adobe_rgb, power({0.4, 0.6, 0.5}, adobe_gamma));
    expect_light(jxl({0.4f, 0.6f, 0.5f}, 3, nullptr, adobe, 0), expected, 0.002);
    expect_light(jxl({0.4f, 0.6f, 0.5f, 0.5f}, 3, nullptr, adobe, 0), expected, 0.002);
    expect_light(jxl({0.4f, 0.6f, 0.5f}, 3, nullptr, adobe, 0, true), expected, 0.002);
    const double light = std::pow(0.5, 1.8);
    expect_light(jxl({0.5f}, 1, nullptr, gray_profile(1.8), 0), {light, light, light}, 0.002);
    expect_light(jxl({0.5f, 0.25f}, 1, nullptr, gray_profile(1.8), 0), {light, light, light},
                 0.002);
}

// ISO/IEC 18181-1, tone_mapping: intensity_target is the light of 1.0, in cd/m2.
TEST_F(StillJxls, TellTheLightOfOne) {
    const JxlColorEncoding color = encoding(JXL_TRANSFER_FUNCTION_LINEAR);
    for (const bool floats : {false, true}) {
        const double one = 1000 / 203.0;
        expect_light(jxl({0.25f, 0.75f, 0.5f}, 3, &color, {}, 1000, floats),
                     {0.25 * one, 0.75 * one, 0.5 * one}, 0.001);
        expect_light(jxl({0.25f, 0.75f, 0.5f}, 3, &color, {}, 0, floats), {0.25, 0.75, 0.5}, 0.001);
    }
}

TEST_F(StillJxls, TellTheirWhite) {
    JxlColorEncoding color = encoding(JXL_TRANSFER_FUNCTION_SRGB);
    color.primaries = JXL_PRIMARIES_P3;
    color.white_point = JXL_WHITE_POINT_DCI;
    EXPECT_EQ(jxl({1, 1, 1}, 3, &color, {}, 0).video.primaries, TONELIFT_PRIMARIES_DCI_P3);
    color.white_point = JXL_WHITE_POINT_E;  // (1/3, 1/3)
    constants::Primaries p3 = chromaticities(TONELIFT_PRIMARIES_DISPLAY_P3);
    p3.white = {1 / 3.0, 1 / 3.0};
    expect_light(jxl({0.25f, 0.75f, 0.5f}, 3, &color, {}, 0),
                 from(p3, srgb_light({0.25, 0.75, 0.5})), 0.003);
}

// OpenEXR, Standard Optional Attributes: whiteLuminance is the light of R = G = B = 1, in cd/m2.
TEST_F(StillColors, ExrTellsTheLightOfOne) {
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

// Ward, "Radiance File Formats": light is the pixel over the product of all EXPOSURE and COLORCORR;
// PRIMARIES are chromaticities of red, green, blue and white.
TEST_F(StillColors, RadianceHeadersChangeTheLight) {
    const std::string rgbe = "FORMAT=32-bit_rle_rgbe";
    const std::string pixel = "\x20\x80\x40\x82";  // 32, 128 and 64 of 256, times 4
    const Vector3 plain{0.5, 2, 1};
    constexpr double step = 1 / 64.0;  // of the mantissa
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

class StillJpegs : public StillColors {
  protected:
    // 8x8 pixels that are all alike, without loss but for rounding.
    Still jpeg(J_COLOR_SPACE in, J_COLOR_SPACE stored, const std::vector<uint8_t>& pixel,
               const std::vector<uint8_t>& profile, const std::string& note = "") const {
        jpeg_compress_struct file;
        jpeg_error_mgr errors;
        file.err = jpeg_std_error(&errors);
        jpeg_create_compress(&file);
        unsigned char* bytes = nullptr;
        unsigned long size = 0;
        jpeg_mem_dest(&file, &bytes, &size);
        file.image_width = file.image_height = 8;
        file.input_components = static_cast<int>(pixel.size());
        file.in_color_space = in;
        jpeg_set_defaults(&file);
        jpeg_set_colorspace(&file, stored);
        jpeg_set_quality(&file, 100, TRUE);
        jpeg_start_compress(&file, TRUE);
        if (!profile.empty())
            jpeg_write_icc_profile(&file, profile.data(), static_cast<unsigned>(profile.size()));
        if (!note.empty())
            jpeg_write_marker(&file, JPEG_APP0 + 1, reinterpret_cast<const JOCTET*>(note.data()),
                              static_cast<unsigned>(note.size()));
        std::vector<uint8_t> row;
        for (int x = 0; x < 8; ++x) row.insert(row.end(), pixel.begin(), pixel.end());
        JSAMPROW start = row.data();
        for (int y = 0; y < 8; ++y) jpeg_write_scanlines(&file, &start, 1);
        jpeg_finish_compress(&file);
        write_bytes(path("a.jpg"), {bytes, size});
        jpeg_destroy_compress(&file);
        std::free(bytes);
        return read_again(path("a.jpg"));
    }
};

TEST_F(StillJpegs, TakeProfilesThatFit) {
    const std::vector<uint8_t> adobe = rgb_profile(adobe_rgb, adobe_gamma);
    const Vector3 expected = from(adobe_rgb, power(green, adobe_gamma));
    expect_light(jpeg(JCS_RGB, JCS_YCbCr, {100, 180, 90}, adobe), expected, 0.02);
    // Adobe's marker says that the components are R, G and B.
    expect_light(jpeg(JCS_RGB, JCS_RGB, {100, 180, 90}, adobe), expected, 0.01);
    expect_light(jpeg(JCS_GRAYSCALE, JCS_GRAYSCALE, {128}, gray_profile(1.8)), power(gray, 1.8),
                 0.004);
    const Still still = jpeg(JCS_GRAYSCALE, JCS_GRAYSCALE, {128}, adobe);
    expect_light(still, srgb_light(gray), 0.004);
    EXPECT_TRUE(has_note(still, "ICC profile was ignored: it is for RGB colors"));
}

// Adobe's programs store 255 - ink. The L* of the profile is what black leaves: 255 - 102 of 255
// are 60, whose light is ((60 + 16) / 116)^3 by CIE 15; without a profile it is the code of sRGB.
TEST_F(StillJpegs, InInksBecomeRgb) {
    const double lightness = std::pow(76 / 116.0, 3);
    for (const J_COLOR_SPACE stored : {JCS_CMYK, JCS_YCCK}) {
        const Still with = jpeg(JCS_CMYK, stored, {255, 255, 255, 153}, cmyk_profile());
        expect_light(with, {lightness, lightness, lightness}, 0.01);
        EXPECT_TRUE(has_note(with, "converted from CMYK"));
        const Still without = jpeg(JCS_CMYK, stored, {255, 255, 255, 153}, {});
        expect_light(without, srgb_light({0.6, 0.6, 0.6}), 0.01);
        EXPECT_TRUE(has_note(without, "without a profile"));
    }
}

// DCF 2.0: cameras name Adobe RGB by the rule R03, often without a profile.
TEST_F(StillJpegs, TakeTheColorOfTheirExif) {
    const std::string name("Exif\0\0", 6);
    const Vector3 adobe_green = from(adobe_rgb, power(green, adobe_gamma));
    const auto with = [&](bool adobe, const std::vector<uint8_t>& profile) {
        return jpeg(JCS_RGB, JCS_RGB, {100, 180, 90}, profile, name + exif_of(1, adobe));
    };
    expect_light(with(true, {}), adobe_green, 0.01);
    expect_light(with(false, {}), srgb_light(green), 0.01);
    expect_light(with(true, rgb_profile(chromaticities(1), 1.8)), power(green, 1.8), 0.01);
}

TEST_F(StillJpegs, TellThatTheirGainMapIsNotRead) {
    const std::string map =
        "http://ns.adobe.com/xap/1.0/ xmlns:hdrgm=\"http://ns.adobe.com/hdr-gain-map/1.0/\"";
    EXPECT_TRUE(has_note(jpeg(JCS_RGB, JCS_YCbCr, {1, 2, 3}, {}, map), "gain map"));
    EXPECT_TRUE(
        jpeg(JCS_RGB, JCS_YCbCr, {1, 2, 3}, {}, "http://ns.adobe.com/xap/1.0/").notes.empty());
}

}  // namespace
}  // namespace tonelift
