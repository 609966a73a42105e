// SPDX-License-Identifier: BSD-2-Clause
//
// JPEG as other programs write it: colors, inks, Exif.
#include <gtest/gtest.h>

#include <cstdio>
// jpeglib.h needs cstdio before it.
#include <jpeglib.h>

#include "tests/unit/stills_files.h"
#include "tests/unit/stills_light.h"
#include "tests/unit/stills_support.h"

namespace tonelift {
namespace {

class StillJpegs : public Stills {
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
TEST_F(StillJpegs, CmykBecomesRgb) {
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
TEST_F(StillJpegs, ExifColorSpaceIsUsed) {
    const std::string name("Exif\0\0", 6);
    const Vector3 adobe_green = from(adobe_rgb, power(green, adobe_gamma));
    const auto with = [&](bool adobe, const std::vector<uint8_t>& profile) {
        return jpeg(JCS_RGB, JCS_RGB, {100, 180, 90}, profile, name + exif_of(1, adobe));
    };
    expect_light(with(true, {}), adobe_green, 0.01);
    expect_light(with(false, {}), srgb_light(green), 0.01);
    expect_light(with(true, rgb_profile(chromaticities(1), 1.8)), power(green, 1.8), 0.01);
}

}  // namespace
}  // namespace tonelift
