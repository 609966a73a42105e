// SPDX-License-Identifier: BSD-2-Clause
// Tests JPEG files as other programs write them.
#include <gtest/gtest.h>

#include <cstdio>
// jpeglib.h needs declarations of cstdio, so it must be included after cstdio.
#include <jpeglib.h>

#include "kernels/error.h"
#include "tests/unit/stills_files.h"
#include "tests/unit/stills_light.h"
#include "tests/unit/stills_support.h"

namespace tonelift::stills_jpeg_test {
namespace {

class StillJpegs : public Stills {
  protected:
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

TEST_F(StillJpegs, UseSuitableProfiles) {
    const std::vector<uint8_t> adobe = rgb_profile(adobe_rgb, adobe_gamma);
    const Vector3 expected = from(adobe_rgb, power(green, adobe_gamma));
    expect_light(jpeg(JCS_RGB, JCS_YCbCr, {100, 180, 90}, adobe), expected, 0.02);
    // With Adobe's marker, the components are stored as R, G and B instead of Y, Cb and Cr.
    expect_light(jpeg(JCS_RGB, JCS_RGB, {100, 180, 90}, adobe), expected, 0.01);
    expect_light(jpeg(JCS_GRAYSCALE, JCS_GRAYSCALE, {128}, gray_profile(1.8)), power(gray, 1.8),
                 0.004);
    const Still still = jpeg(JCS_GRAYSCALE, JCS_GRAYSCALE, {128}, adobe);
    expect_light(still, srgb_light(gray), 0.004);
    EXPECT_TRUE(has_note(still, "ICC profile was ignored: it is for RGB colors"));
}

// In CMYK files, Adobe's programs store 255 minus the amount of ink.
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

// ITU-T T.871: decoders clip RGB to 0 to 255. YCbCr can express brighter colors.
TEST_F(StillJpegs, SuperwhiteHasNoEffectAndAMessage) {
    jpeg(JCS_RGB, JCS_YCbCr, {250, 180, 90}, {});
    const auto mapped = [&](const std::string& options) {
        EXPECT_EQ(map(options + " a.jpg out.png"), 0) << content("said");
        return content("out.png");
    };
    const std::string clipped = mapped("--with superwhite=clip");
    EXPECT_FALSE(says("superwhite"));
    EXPECT_EQ(mapped("--with superwhite=keep"), clipped);
    EXPECT_TRUE(says("superwhite=keep has no effect: the file is read as RGB"));
    write_avif(path("a.avif"), flat({200, 100, 50, 255}), AVIF_PIXEL_FORMAT_YUV444,
               [](avifImage*) {});
    EXPECT_EQ(map("--with superwhite=keep a.avif out.png"), 0) << content("said");
    EXPECT_FALSE(says("superwhite"));
}

// DCF 2.0: the interoperability index R03 in Exif means Adobe RGB. Cameras often write this index
// without an ICC profile.
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

// Tests JPEG files with the kinds of damage that programs and memory cards cause.
class DamagedJpegs : public Stills {
  protected:
    void SetUp() override {
        Stills::SetUp();
        kind_called("jpg").write(path("whole.jpg"), picture("rgb24", 1, srgb), {95});
        whole_ = content("whole.jpg");
    }
    Still still(const std::string& bytes) const {
        write_bytes(path("a.jpg"), {reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
        return read_again(path("a.jpg"));
    }
    size_t scan() const { return whole_.find("\xFF\xDA"); }

    std::string whole_;
};

// The damage breaks the rules of ITU-T T.81, B.1.1: extra bytes lie between segments, or the end
// marker is missing. Viewers still show such pictures.
TEST_F(DamagedJpegs, DamageOutsideTheScanIsNotedAndThePictureIsRead) {
    const Still expected = still(whole_);
    EXPECT_TRUE(expected.notes.empty());
    std::string extra = whole_;
    extra.insert(extra.find("\xFF\xDB"), 3, '\0');
    std::string profile = whole_;
    const std::string marker("\xFF\xE2\0\x12ICC_PROFILE\0\5\2xx", 20);
    profile.insert(scan(), marker);
    for (const std::string& bytes : {extra, whole_.substr(0, whole_.size() - 2), profile}) {
        const Still read = still(bytes);
        EXPECT_EQ(difference(read, expected), 0);
        ASSERT_EQ(read.notes.size(), 1U);
        EXPECT_TRUE(has_note(read, "it is damaged and may be wrong in places: "));
    }
}

// Viewers also show a picture whose scan is damaged: the samples before the damage are right.
TEST_F(DamagedJpegs, DamageInTheScanIsNotedAndEarlierSamplesAreRead) {
    std::string bytes = whole_;
    const size_t middle = (scan() + bytes.size()) / 2;
    bytes.replace(middle, 2, "\xFF\xD0");
    const Still read = still(bytes), expected = still(whole_);
    EXPECT_TRUE(has_note(read, "it is damaged"));
    for (int x = 0; x < still_width; ++x) EXPECT_EQ(pixel_of(read, x, 0), pixel_of(expected, x, 0));
}

// ITU-T T.81, B.2.2, defines codings that no libjpeg decodes.
TEST_F(DamagedJpegs, UnsupportedCodingsAreErrors) {
    const size_t frame = whole_.find("\xFF\xC0");
    ASSERT_NE(frame, whole_.npos);
    ASSERT_EQ(whole_[frame + 4], 8);
    std::string deep = whole_;
    deep[frame + 4] = 12;
    EXPECT_THROW(still(deep), Error);
    for (const char coding : {'\xC3', '\xC5', '\xCB'}) {
        std::string other = whole_;
        other[frame + 1] = coding;
        EXPECT_THROW(still(other), Error) << static_cast<int>(coding);
    }
}

TEST_F(DamagedJpegs, TruncatedFilesAreErrors) {
    for (const size_t size : {(scan() + whole_.size()) / 2, scan() + 20, scan() - 5, size_t{30}})
        EXPECT_THROW(still(whole_.substr(0, size)), Error) << size;
}

// A progressive JPEG (ITU-T T.81, annex G) can have very many scans in a small file, which would
// take long to decode.
TEST_F(DamagedJpegs, TooManyScansAreAnError) {
    std::string bytes("\xFF\xD8\xFF\xDB\0\x43\0", 7);
    bytes += std::string(64, '\1');
    bytes += std::string("\xFF\xC2\0\x0B\x08\x04\0\x04\0\1\1\x11\0", 13);
    bytes += std::string("\xFF\xC4\0\x14\0\1", 6) + std::string(16, '\0');
    const auto scans = [&](int count) {
        std::string all = bytes;
        for (int i = 0; i < count; ++i) all += std::string("\xFF\xDA\0\x08\1\1\0\0\0\0", 10);
        return all + "\xFF\xD9";
    };
    EXPECT_TRUE(has_note(still(scans(3)), "it is damaged"));
    try {
        still(scans(600));
        FAIL() << "600 scans";
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("more than 500 scans"), std::string::npos)
            << error.what();
    }
}

}  // namespace
}  // namespace tonelift::stills_jpeg_test
