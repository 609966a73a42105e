// SPDX-License-Identifier: BSD-2-Clause
// Tests that boxes of HEIF (ISO/IEC 23008-12) have the same effect in AVIF and in HEIC.
#include <gtest/gtest.h>

#include "tests/unit/stills_files.h"
#include "tests/unit/stills_light.h"
#include "tests/unit/stills_support.h"
#include "tools/pictures/heif_boxes.h"
#include "tools/pictures/samples.h"

namespace tonelift::stills_heif_boxes_test {
namespace {

class HeifBoxes : public Stills {
  protected:
    void each_kind(const std::function<void(const Still&)>& check) const {
        std::string bytes = content("a.avif");
        for (const StillKind& kind : still_kinds()) {
            const std::string name = kind.name;
            if (name != "AVIF" && name != "HEIC") continue;
            SCOPED_TRACE(name);
            if (name == "HEIC")
                for (size_t at = bytes.find("avi"); at < 64; at = bytes.find("avi", at + 4))
                    bytes.replace(at, 4, "mif1");
            put("b.avif", bytes);
            ASSERT_EQ(kind_of_content(path("b.avif")), &kind);
            check(read_again(path("b.avif")));
        }
    }
    void put(const std::string& name, const std::string& bytes) const {
        write_bytes(path(name), {reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
    }
};

Still corners(int columns, int rows) {
    Still still(still_video("rgba", columns, rows));
    for (int y = 0; y < rows; ++y)
        for (int x = 0; x < columns; ++x) {
            uint8_t* const pixel = still.frame.row(0, y) + 4 * x;
            pixel[0] = x < columns / 2 ? 40 : 200;
            pixel[1] = y < rows / 2 ? 60 : 180;
            pixel[2] = 90;
            pixel[3] = 255;
        }
    still.video.primaries = 1;
    still.video.transfer = srgb;
    return still;
}

void expect_same(const Still& still, const Still& expected) {
    ASSERT_EQ(still.video.width, expected.video.width);
    ASSERT_EQ(still.video.height, expected.video.height);
    for (const int x : {0, still.video.width - 1})
        for (const int y : {0, still.video.height - 1}) {
            const Vector3 light = light_of(still, x, y), wanted = light_of(expected, x, y);
            for (size_t i = 0; i < 3; ++i) EXPECT_NEAR(light[i], wanted[i], 0.02) << x << ' ' << y;
        }
}

void nothing(avifImage*) {}

// HEIF, 6.6.2.3: the tiles of a grid have equal sizes and together form one picture.
TEST_F(HeifBoxes, GridsAreOnePicture) {
    write_avif(path("a.avif"), {corners(64, 64), flat({90, 20, 200, 255}, 64, 64)}, true);
    each_kind([](const Still& still) {
        ASSERT_EQ(still.video.width, 128);
        ASSERT_EQ(still.video.height, 64);
        EXPECT_TRUE(still.notes.empty());
        expect_same(windowed(still, {0, 0, 64, 64}), corners(64, 64));
        expect_same(windowed(still, {64, 0, 64, 64}), flat({90, 20, 200, 255}, 64, 64));
    });
}

// HEIF, clause 7: an image sequence file has a track in addition to its image items.
TEST_F(HeifBoxes, TheFirstPictureOfASequenceIsRead) {
    write_avif(path("a.avif"), {flat({100, 180, 90, 255}), flat({10, 20, 200, 255})}, false);
    const Still still = read_again(path("a.avif"));
    expect_light(still, srgb_light(green), 0.02);
    EXPECT_TRUE(has_note(still, "only the first picture of the file is read"));
}

// HEIF, 6.5.10 and 6.5.12: the picture is first cropped, then rotated, then mirrored.
TEST_F(HeifBoxes, CropRotationAndMirrorAreApplied) {
    const auto geometry = [](avifImage* image) {
        const avifCropRect shown{4, 6, 14, 8};
        avifDiagnostics ignored;
        ASSERT_EQ(avifCleanApertureBoxConvertCropRect(&image->clap, &shown, 24, 16,
                                                      AVIF_PIXEL_FORMAT_YUV444, &ignored),
                  AVIF_TRUE);
        image->transformFlags = AVIF_TRANSFORM_CLAP | AVIF_TRANSFORM_IROT | AVIF_TRANSFORM_PASP;
        image->irot.angle = 1;
        image->pasp = {3, 2};
    };
    write_avif(path("a.avif"), corners(24, 16), AVIF_PIXEL_FORMAT_YUV444, geometry);
    each_kind([](const Still& still) {
        constexpr int left = 8;
        expect_same(still, turned(windowed(corners(24, 16), {4, 6, 14, 8}), left));
        EXPECT_NEAR(still.pixel_aspect, 2 / 3.0, 1e-6);
    });
}

TEST_F(HeifBoxes, SamplesOf8To12BitsAndGrayAreRead) {
    for (const char* format : {"yuv444p", "yuv420p", "yuv422p", "yuv444p10le", "yuv420p10le",
                               "yuv444p12le", "gray", "gray10le", "gray12le"}) {
        SCOPED_TRACE(format);
        Still still = picture(format, 1, srgb);
        kind_called("avif").write(path("a.avif"), still, {100});
        each_kind([&](const Still& read) {
            for (const int x : {1, still_width - 2})
                for (const int y : {1, still_height - 2}) {
                    const Vector3 light = light_of(read, x, y), wanted = light_of(still, x, y);
                    for (size_t i = 0; i < 3; ++i)
                        EXPECT_NEAR(std::clamp(light[i], 0.0, 1.0), std::clamp(wanted[i], 0.0, 1.0),
                                    0.03);
                }
        });
    }
}

// ISO/IEC 14496-12, 12.1.6 and 12.1.7: the boxes clli and mdcv state the light level and the
// mastering display.
TEST_F(HeifBoxes, LightOfThePictureAndTheDisplayIsRead) {
    write_avif(path("a.avif"), flat({128, 128, 128, 255}), AVIF_PIXEL_FORMAT_YUV444, nothing);
    std::string bytes = content("a.avif");
    const size_t meta = bytes.find("meta") - 4;
    const std::string boxes = big_endian({12}) + "clli" + std::string("\x03\xE8\0\x90", 4) +
                              big_endian({32}) + "mdcv" + std::string(16, '\1') +
                              big_endian({40000000, 50});
    const std::string skip = big_endian({static_cast<uint32_t>(boxes.size()) + 8}) + "skip" + boxes;
    const size_t size = (static_cast<unsigned char>(bytes[meta + 2]) << 8) +
                        static_cast<unsigned char>(bytes[meta + 3]);
    const auto samples = static_cast<uint32_t>(bytes.find("mdat") + 4);
    const size_t place = bytes.find(big_endian({samples}));
    ASSERT_LT(place, meta + size);
    bytes.replace(place, 4, big_endian({samples + static_cast<uint32_t>(skip.size())}));
    bytes.insert(meta + size, skip);
    bytes.replace(meta, 4, big_endian({static_cast<uint32_t>(size + skip.size())}));
    put("a.avif", bytes);
    each_kind([](const Still& still) {
        EXPECT_EQ(still.video.max_cll, 1000);
        EXPECT_EQ(still.video.max_fall, 144);
        EXPECT_EQ(still.video.mastering_max, 4000);
        EXPECT_EQ(still.video.mastering_min, 0.005);
        expect_light(still, srgb_light(gray), 0.01);
    });
    tonelift_video video = still_video("rgb24", 8, 6);
    for (size_t cut = 0; cut < bytes.size(); ++cut)
        take_heif_light({reinterpret_cast<const uint8_t*>(bytes.data()), cut}, &video);
}

}  // namespace
}  // namespace tonelift::stills_heif_boxes_test
