// SPDX-License-Identifier: BSD-2-Clause
// Tests JPEG XL files as other programs write them.
#include <gtest/gtest.h>
#include <jxl/decode_cxx.h>
#include <jxl/encode.h>
#include <jxl/encode_cxx.h>

#include <fstream>

#include "kernels/error.h"
#include "tests/unit/stills_files.h"
#include "tests/unit/stills_light.h"
#include "tests/unit/stills_support.h"
#include "tools/pictures/samples.h"

namespace tonelift::stills_jxl_test {
namespace {

struct Odd {
    JxlExtraChannelType channel = JXL_CHANNEL_ALPHA;
    JxlOrientation orientation = JXL_ORIENT_IDENTITY;
    std::vector<float> next = {};
};

class StillJxls : public Stills {
  protected:
    Still jxl(const std::vector<float>& pixel, uint32_t colors, const JxlColorEncoding* color,
              const std::vector<uint8_t>& profile, float intensity, bool floats = false,
              const Odd& odd = {}) const {
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
        if (odd.channel != JXL_CHANNEL_ALPHA) info.alpha_bits = 0;
        info.orientation = odd.orientation;
        if (!odd.next.empty()) {
            info.have_animation = JXL_TRUE;
            info.animation.tps_numerator = info.animation.tps_denominator = 1;
        }
        EXPECT_EQ(JxlEncoderSetBasicInfo(encoder.get(), &info), JXL_ENC_SUCCESS);
        EXPECT_EQ(color != nullptr
                      ? JxlEncoderSetColorEncoding(encoder.get(), color)
                      : JxlEncoderSetICCProfile(encoder.get(), profile.data(), profile.size()),
                  JXL_ENC_SUCCESS);
        if (odd.channel != JXL_CHANNEL_ALPHA) {
            JxlExtraChannelInfo channel;
            JxlEncoderInitExtraChannelInfo(odd.channel, &channel);
            channel.bits_per_sample = info.bits_per_sample;
            EXPECT_EQ(JxlEncoderSetExtraChannelInfo(encoder.get(), 0, &channel), JXL_ENC_SUCCESS);
        }
        JxlEncoderFrameSettings* const settings =
            JxlEncoderFrameSettingsCreate(encoder.get(), nullptr);
        JxlEncoderSetFrameLossless(settings, JXL_TRUE);
        if (!odd.next.empty()) {
            JxlFrameHeader frame;
            JxlEncoderInitFrameHeader(&frame);
            frame.duration = 1;
            EXPECT_EQ(JxlEncoderSetFrameHeader(settings, &frame), JXL_ENC_SUCCESS);
        }
        const bool apart = odd.channel != JXL_CHANNEL_ALPHA;
        const size_t together = apart ? colors : pixel.size();
        std::vector<float> pixels;
        for (int i = 0; i < 4; ++i)
            pixels.insert(pixels.end(), pixel.begin(),
                          pixel.begin() + static_cast<ptrdiff_t>(together));
        const JxlPixelFormat layout{static_cast<uint32_t>(together), JXL_TYPE_FLOAT,
                                    JXL_LITTLE_ENDIAN, 0};
        EXPECT_EQ(JxlEncoderAddImageFrame(settings, &layout, pixels.data(),
                                          pixels.size() * sizeof(float)),
                  JXL_ENC_SUCCESS);
        if (!odd.next.empty()) {
            pixels.clear();
            for (int i = 0; i < 4; ++i)
                pixels.insert(pixels.end(), odd.next.begin(), odd.next.end());
            EXPECT_EQ(JxlEncoderAddImageFrame(settings, &layout, pixels.data(),
                                              pixels.size() * sizeof(float)),
                      JXL_ENC_SUCCESS);
        }
        const std::vector<float> other(4, pixel.back());
        if (apart) {
            EXPECT_EQ(JxlEncoderSetExtraChannelBuffer(settings, &layout, other.data(),
                                                      other.size() * sizeof(float), 0),
                      JXL_ENC_SUCCESS);
        }
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

// JPEG XL (ISO/IEC 18181-1): intensity_target is an upper bound of the luminance in cd/m2.
TEST_F(StillJxls, HdrStatesItsPeak) {
    constexpr std::pair<int, float> peaks[] = {
        {srgb, 255.0f}, {TONELIFT_TRANSFER_PQ, 10000.0f}, {TONELIFT_TRANSFER_HLG, 1000.0f}};
    for (const auto& [transfer, peak] : peaks) {
        kind_called("jxl").write(path("a.jxl"), picture("rgb48le", 1, transfer), {95});
        const std::vector<uint8_t> bytes = read_bytes(path("a.jxl"));
        const auto decoder = JxlDecoderMake(nullptr);
        JxlDecoderSubscribeEvents(decoder.get(), JXL_DEC_BASIC_INFO);
        JxlDecoderSetInput(decoder.get(), bytes.data(), bytes.size());
        ASSERT_EQ(JxlDecoderProcessInput(decoder.get()), JXL_DEC_BASIC_INFO);
        JxlBasicInfo info;
        ASSERT_EQ(JxlDecoderGetBasicInfo(decoder.get(), &info), JXL_DEC_SUCCESS);
        EXPECT_EQ(info.intensity_target, peak) << transfer;
    }
}

TEST_F(StillJxls, PureGammaIsKept) {
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

TEST_F(StillJxls, ProfilesAreAppliedInEveryLayoutOfSamples) {
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

// ISO/IEC 18181-1, tone_mapping: intensity_target is the luminance of the value 1.0 in cd/m2.
TEST_F(StillJxls, LuminanceOfOneIsRead) {
    const JxlColorEncoding color = encoding(JXL_TRANSFER_FUNCTION_LINEAR);
    for (const bool floats : {false, true}) {
        const double one = 1000 / 203.0;
        expect_light(jxl({0.25f, 0.75f, 0.5f}, 3, &color, {}, 1000, floats),
                     {0.25 * one, 0.75 * one, 0.5 * one}, 0.001);
        expect_light(jxl({0.25f, 0.75f, 0.5f}, 3, &color, {}, 0, floats), {0.25, 0.75, 0.5}, 0.001);
    }
}

TEST_F(StillJxls, WhitePointDeterminesTheColor) {
    JxlColorEncoding color = encoding(JXL_TRANSFER_FUNCTION_SRGB);
    color.primaries = JXL_PRIMARIES_P3;
    color.white_point = JXL_WHITE_POINT_DCI;
    EXPECT_EQ(jxl({1, 1, 1}, 3, &color, {}, 0).video.primaries, TONELIFT_PRIMARIES_DCI_P3);
    color.white_point = JXL_WHITE_POINT_E;
    constants::Primaries p3 = chromaticities(TONELIFT_PRIMARIES_DISPLAY_P3);
    p3.white = {1 / 3.0, 1 / 3.0};
    expect_light(jxl({0.25f, 0.75f, 0.5f}, 3, &color, {}, 0),
                 from(p3, srgb_light({0.25, 0.75, 0.5})), 0.003);
}

// ISO/IEC 18181-1: extra channels store data besides colors, such as depth or the black ink of
// CMYK.
TEST_F(StillJxls, ExtraChannelsAreReportedOrErrors) {
    const JxlColorEncoding color = encoding(JXL_TRANSFER_FUNCTION_SRGB);
    const std::vector<float> depth = {0.25f, 0.75f, 0.5f, 0.125f};
    const Still with_depth = jxl(depth, 3, &color, {}, 0, false, {.channel = JXL_CHANNEL_DEPTH});
    EXPECT_TRUE(has_note(with_depth, "channels beside colors and alpha are left out: 1"));
    expect_light(with_depth, srgb_light({0.25, 0.75, 0.5}), 1e-4);
    EXPECT_THROW(jxl(depth, 3, nullptr, cmyk_profile(), 0, false, {.channel = JXL_CHANNEL_BLACK}),
                 Error);
}

TEST_F(StillJxls, TheIntrinsicSizeGivesThePixelAspectRatio) {
    const JxlColorEncoding color = encoding(JXL_TRANSFER_FUNCTION_SRGB);
    const std::vector<float> pixel = {0.25f, 0.75f, 0.5f};
    const Still plain = jxl(pixel, 3, &color, {}, 0, false, {.orientation = JXL_ORIENT_ROTATE_180});
    EXPECT_EQ(plain.pixel_aspect, 1);
    std::vector<bool> bits;
    const std::string file = content("a.jxl"), codestream = file.substr(file.find("\xFF\x0A"));
    for (const char byte : codestream)
        for (int bit = 0; bit < 8; ++bit) bits.push_back((byte >> bit & 1) != 0);
    constexpr size_t extra_fields = 32, intrinsic = 36;
    ASSERT_TRUE(bits[extra_fields]);
    ASSERT_FALSE(bits[intrinsic]);
    bits[intrinsic] = true;
    for (const auto& [ratio, aspect] : {std::pair{7U, 2.0}, {3U, 4 / 3.0}}) {
        constexpr uint32_t eighteen_bits = 2 << 1, less_one = 5;
        const uint32_t size = eighteen_bits | less_one << 3 | ratio << 21;
        std::vector<bool> all = bits;
        for (size_t bit = 0; bit < 24; ++bit)
            all.insert(all.begin() + static_cast<ptrdiff_t>(intrinsic + 1 + bit),
                       (size >> bit & 1) != 0);
        std::vector<uint8_t> bytes(all.size() / 8);
        for (size_t bit = 0; bit < all.size(); ++bit)
            bytes[bit / 8] = static_cast<uint8_t>(bytes[bit / 8] | all[bit] << bit % 8);
        write_bytes(path("b.jxl"), bytes);
        const Still still = read_again(path("b.jxl"));
        EXPECT_NEAR(still.pixel_aspect, aspect, 1e-9);
        EXPECT_EQ(difference(still, plain), 0);
    }
}

// JPEG XL (ISO/IEC 18181-1): the bit alpha_associated in the header states that the colors are
// multiplied by alpha. libjxl 0.7 cannot write this bit.
TEST_F(StillJxls, PremultipliedColorsAreReadAsStored) {
    const JxlColorEncoding color = encoding(JXL_TRANSFER_FUNCTION_SRGB);
    for (const float alpha : {0.5f, 0.0f}) {
        const Still plain = jxl({0.25f, 0.5f, 0.125f, alpha}, 3, &color, {}, 0);
        EXPECT_FALSE(is_premultiplied(plain.video));
        const std::string file = content("a.jxl");
        const size_t header = file.find("\xFF\x0A"), bytes_of_header = 12;
        int found = 0;
        for (size_t bit = 16; bit < 8 * bytes_of_header; ++bit) {
            std::string changed = file;
            char& byte = changed.at(header + bit / 8);
            byte = static_cast<char>(byte ^ 1 << bit % 8);
            std::ofstream(path("b.jxl"), std::ios::binary) << changed;
            try {
                const Still still = kind_called("jxl").read(path("b.jxl"));
                if (!is_premultiplied(still.video)) continue;
                ++found;
                EXPECT_EQ(difference(still, plain), 0);
            } catch (const Error&) {  // NOLINT: another bit damages the file
            }
        }
        EXPECT_EQ(found, 1);
    }
}

TEST_F(StillJxls, TheFirstPictureOfAnAnimationIsRead) {
    const JxlColorEncoding color = encoding(JXL_TRANSFER_FUNCTION_SRGB);
    const Still still =
        jxl({0.25f, 0.75f, 0.5f}, 3, &color, {}, 0, false, {.next = {0.5f, 0.125f, 0.75f}});
    expect_light(still, srgb_light({0.25, 0.75, 0.5}), 1e-4);
    EXPECT_EQ(still.notes, std::vector<std::string>{"only the first picture of the file is read"});
}

// ISO/IEC 18181-2: the box jhgm contains the gain map.
TEST_F(StillJxls, GainMapsAreReported) {
    Still still = picture("rgb24", 1, srgb);
    still.metadata.xmp = "<x:xmpmeta xmlns:x='adobe:ns:meta/'/>";
    kind_called("jxl").write(path("a.jxl"), still, {100});
    EXPECT_TRUE(read_again(path("a.jxl")).notes.empty());
    const std::string bytes = content("a.jxl") + big_endian({12}) + "jhgm" + "map.";
    write_bytes(path("b.jxl"), {reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
    const Still read = read_again(path("b.jxl"));
    EXPECT_LE(difference(read), 0.003);
    EXPECT_TRUE(has_note(read, "the gain map was ignored: those of JPEG XL are not read"));
}

// The codestream states the orientation. libjxl rotates the picture, so the tool must not rotate it
// again.
TEST_F(StillJxls, AreRotatedByTheirCodestream) {
    const Still still = picture("rgb24", 1, srgb);
    for (int orientation = 1; orientation <= 8; ++orientation) {
        const auto encoder = JxlEncoderMake(nullptr);
        JxlBasicInfo info;
        JxlEncoderInitBasicInfo(&info);
        info.xsize = still_width;
        info.ysize = still_height;
        info.bits_per_sample = 8;
        info.orientation = static_cast<JxlOrientation>(orientation);
        info.uses_original_profile = JXL_TRUE;
        JxlEncoderSetBasicInfo(encoder.get(), &info);
        JxlColorEncoding color;
        JxlColorEncodingSetToSRGB(&color, JXL_FALSE);
        JxlEncoderSetColorEncoding(encoder.get(), &color);
        JxlEncoderFrameSettings* const settings =
            JxlEncoderFrameSettingsCreate(encoder.get(), nullptr);
        JxlEncoderSetFrameLossless(settings, JXL_TRUE);
        const JxlPixelFormat layout{3, JXL_TYPE_UINT8, JXL_LITTLE_ENDIAN, 1};
        JxlEncoderAddImageFrame(settings, &layout, still.frame.row(0, 0), still.frame.size());
        JxlEncoderCloseInput(encoder.get());
        std::vector<uint8_t> bytes(1 << 18);
        uint8_t* next = bytes.data();
        size_t left = bytes.size();
        ASSERT_EQ(JxlEncoderProcessOutput(encoder.get(), &next, &left), JXL_ENC_SUCCESS);
        write_bytes(path("a.jxl"), {bytes.data(), bytes.size() - left});
        EXPECT_EQ(difference(read_again(path("a.jxl")), turned(still, orientation)), 0)
            << orientation;
    }
}

}  // namespace
}  // namespace tonelift::stills_jxl_test
