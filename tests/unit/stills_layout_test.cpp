// SPDX-License-Identifier: BSD-2-Clause
// Tests that a picture is the same no matter how a file stores its samples.
#include <ImfChannelList.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfOutputFile.h>
#include <gtest/gtest.h>
#include <png.h>

#include <cmath>
#include <cstring>
#include <fstream>
#include <map>

#include "kernels/error.h"
#include "tests/unit/stills_files.h"
#include "tests/unit/stills_support.h"
#include "tools/pictures/avif_versions.h"
#include "tools/pictures/samples.h"
#include "tools/pictures/statements.h"

namespace tonelift::stills_layout_test {
namespace {

class StillLayouts : public Stills {
  protected:
    void put(const std::string& name, const std::string& bytes) const {
        write_bytes(path(name), {reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
    }
};

// In PNG, the chunk eXIf contains the Exif (PNG, third edition, 11.3.3.4).
TEST_F(StillLayouts, PicturesAreRotatedByTheirExif) {
    kind_called("png").write(path("a.png"), picture("rgb24", 1, srgb), {100});
    kind_called("jpg").write(path("a.jpg"), picture("rgb24", 1, srgb), {100});
    const std::string png = content("a.png"), jpeg = content("a.jpg");
    for (int orientation = 1; orientation <= 8; ++orientation) {
        SCOPED_TRACE(orientation);
        const std::string exif = exif_of(orientation);
        for (const char* before : {"IDAT", "IEND"}) {
            std::string with = png;
            with.insert(with.find(before) - 4, written({"eXIf", exif}));
            put("b.png", with);
            EXPECT_EQ(difference(read_again(path("b.png")),
                                 turned(picture("rgb24", 1, srgb), orientation)),
                      0);
        }
        const std::string marker = {
            '\xFF', '\xE1', 0, static_cast<char>(exif.size() + 8), 'E', 'x', 'i', 'f', 0, 0};
        put("b.jpg", jpeg.substr(0, 2) + marker + exif + jpeg.substr(2));
        EXPECT_LE(
            difference(read_again(path("b.jpg")), turned(read_again(path("a.jpg")), orientation)),
            0.0001);
    }
    for (const char* file : {"b.png", "b.jpg"})
        EXPECT_TRUE(read_again(path(file)).notes.empty()) << file;
}

Still quarters() {
    constexpr uint8_t colors[4][4] = {
        {200, 40, 40, 255}, {40, 200, 40, 255}, {40, 40, 200, 255}, {180, 180, 180, 255}};
    Still still(still_video("rgba", 24, 16));
    for (int y = 0; y < 16; ++y)
        for (int x = 0; x < 24; ++x)
            std::memcpy(still.frame.row(0, y) + 4 * x, colors[(y >= 8) * 2 + (x >= 12)], 4);
    still.video.primaries = 1;
    still.video.transfer = srgb;
    return still;
}

void expect_same_quarters(const Still& still, const Still& expected) {
    ASSERT_EQ(still.video.width, expected.video.width);
    ASSERT_EQ(still.video.height, expected.video.height);
    for (const int x : {still.video.width / 4, still.video.width * 3 / 4}) {
        for (const int y : {still.video.height / 4, still.video.height * 3 / 4}) {
            const Vector3 light = light_of(still, x, y), wanted = light_of(expected, x, y);
            for (size_t i = 0; i < 3; ++i) EXPECT_NEAR(light[i], wanted[i], 0.02) << x << ' ' << y;
        }
    }
}

constexpr avifPixelFormat avif_layouts[] = {AVIF_PIXEL_FORMAT_YUV444, AVIF_PIXEL_FORMAT_YUV422,
                                            AVIF_PIXEL_FORMAT_YUV420};

// HEIF (ISO/IEC 23008-12), 6.5.10 and 6.5.12: the box irot rotates the picture, then the box imir
// mirrors it.
TEST_F(StillLayouts, AvifIsRotatedAndMirroredByItsBoxes) {
    constexpr int turns[4] = {1, 8, 3, 6}, mirrors[3] = {1, 4, 2};
    for (const avifPixelFormat layout : avif_layouts) {
        for (uint8_t angle = 0; angle < 4; ++angle) {
            for (int mirror = 0; mirror < 3; ++mirror) {
                write_avif(path("a.avif"), quarters(), layout, [&](avifImage* image) {
                    image->transformFlags = AVIF_TRANSFORM_IROT;
                    image->irot.angle = angle;
                    if (mirror == 0) return;
                    image->transformFlags |= AVIF_TRANSFORM_IMIR;
                    mirror_axis(*image) = static_cast<uint8_t>(mirror - 1);
                });
                SCOPED_TRACE(std::to_string(layout) + " " + std::to_string(angle) + " " +
                             std::to_string(mirror));
                expect_same_quarters(read_again(path("a.avif")),
                                     turned(turned(quarters(), turns[angle]), mirrors[mirror]));
            }
        }
    }
}

TEST_F(StillLayouts, AvifChromaIsCenteredUnlessTheFileStatesItsPosition) {
    constexpr std::pair<avifChromaSamplePosition, int> positions[] = {
        {AVIF_CHROMA_SAMPLE_POSITION_UNKNOWN, TONELIFT_CHROMA_CENTER},
        {AVIF_CHROMA_SAMPLE_POSITION_VERTICAL, TONELIFT_CHROMA_LEFT},
        {AVIF_CHROMA_SAMPLE_POSITION_COLOCATED, TONELIFT_CHROMA_TOPLEFT}};
    for (const auto& position : positions) {
        write_avif(path("a.avif"), quarters(), AVIF_PIXEL_FORMAT_YUV420, [&](avifImage* image) {
            image->colorPrimaries = AVIF_COLOR_PRIMARIES_BT2020;
            image->yuvChromaSamplePosition = position.first;
        });
        EXPECT_EQ(read_again(path("a.avif")).video.chroma_location, position.second)
            << position.first;
    }
}

// Stripes of one or two pixels, with an odd width and height.
Still stripes() {
    Still still(still_video("rgba", 25, 17));
    for (int y = 0; y < 17; ++y)
        for (int x = 0; x < 25; ++x) {
            const uint8_t pixel[4] = {static_cast<uint8_t>(x % 3 == 0 ? 220 : 40),
                                      static_cast<uint8_t>(y % 3 == 0 ? 200 : 60), 100, 255};
            std::memcpy(still.frame.row(0, y) + 4 * x, pixel, 4);
        }
    return still;
}

TEST_F(StillLayouts, TurnedAvifKeepsItsChromaAtItsLuma) {
    constexpr int turns[4] = {1, 8, 3, 6};
    for (const avifPixelFormat layout : avif_layouts) {
        for (const auto position :
             {AVIF_CHROMA_SAMPLE_POSITION_UNKNOWN, AVIF_CHROMA_SAMPLE_POSITION_VERTICAL,
              AVIF_CHROMA_SAMPLE_POSITION_COLOCATED}) {
            const auto shown = [&](uint8_t angle) {
                write_avif(path("a.avif"), stripes(), layout, [&](avifImage* image) {
                    image->yuvChromaSamplePosition = position;
                    image->transformFlags = AVIF_TRANSFORM_IROT;
                    image->irot.angle = angle;
                });
                EXPECT_EQ(map("--preset faithful a.avif a.png"), 0) << content("said");
                return read_again(path("a.png"));
            };
            const Still plain = shown(0);
            for (uint8_t angle = 1; angle < 4; ++angle)
                EXPECT_LE(difference(shown(angle), turned(plain, turns[angle])), 2.5 / 255)
                    << layout << ' ' << position << ' ' << int{angle};
        }
    }
}

// ISO/IEC 14496-12, 12.1.4.3: the clean aperture crops the picture before the picture is rotated.
TEST_F(StillLayouts, AvifShowsItsCleanAperture) {
    for (const avifPixelFormat layout : avif_layouts) {
        for (const uint32_t x : {4U, 5U}) {
            write_avif(path("a.avif"), quarters(), layout, [&](avifImage* image) {
                const avifCropRect rect{x, 6, 14, 8};
                avifDiagnostics ignored;
                image->transformFlags = AVIF_TRANSFORM_CLAP | AVIF_TRANSFORM_IROT;
                image->irot.angle = 1;
                ASSERT_EQ(avifCleanApertureBoxConvertCropRect(&image->clap, &rect, 24, 16,
                                                              AVIF_PIXEL_FORMAT_YUV444, &ignored),
                          AVIF_TRUE);
            });
            SCOPED_TRACE(std::to_string(layout) + " " + std::to_string(x));
            const Still shown = windowed(quarters(), {x, 6, 14, 8});
            const Still still = read_again(path("a.avif"));
            ASSERT_EQ(still.video.width, 8);
            ASSERT_EQ(still.video.height, 14);
            const Vector3 corner = light_of(still, 0, 13), wanted = light_of(shown, 0, 0);
            for (size_t i = 0; i < 3; ++i) EXPECT_NEAR(corner[i], wanted[i], 0.02);
        }
    }
}

// MIAF: the item reference prem states that the colors are multiplied by alpha.
TEST_F(StillLayouts, AvifHasStraightAlphaWithGrayAndColors) {
    for (const avifPixelFormat layout : avif_layouts) {
        for (const bool premultiplied : {false, true}) {
            write_avif(path("a.avif"), flat({200, 100, 50, 128}), layout, [&](avifImage* image) {
                image->alphaPremultiplied = premultiplied ? AVIF_TRUE : AVIF_FALSE;
            });
            const Still still = straight(read_again(path("a.avif")));
            const Vector3 light = light_of(still, 1, 1);
            const double expected[3] = {200 / 255.0, 100 / 255.0, 50 / 255.0};
            for (size_t i = 0; i < 3; ++i)
                EXPECT_NEAR(light[i], light_of_code(expected[i], srgb), 0.02) << i;
            EXPECT_EQ(pixel_of(still, 1, 1)[3], 128 / 255.0);
            EXPECT_TRUE(still.notes.empty());
        }
    }
    write_avif(path("a.avif"), flat({200, 200, 200, 128}), AVIF_PIXEL_FORMAT_YUV400,
               [](avifImage*) {});
    const Still still = read_again(path("a.avif"));
    EXPECT_STREQ(tonelift_format_name(still.video.format), "rgba");
    EXPECT_NEAR(pixel_of(still, 1, 1)[1], 200 / 255.0, 0.005);
    EXPECT_EQ(pixel_of(still, 1, 1)[3], 128 / 255.0);
}

// OpenEXR, Technical Introduction: a viewer shows only the display window.
TEST_F(StillLayouts, ExrShowsItsDisplayWindow) {
    const Imath::Box2i display({0, 0}, {23, 15});
    for (const Imath::Box2i& data :
         {Imath::Box2i({5, 3}, {12, 9}), Imath::Box2i({-4, -6}, {30, 20}), display,
          Imath::Box2i({40, 40}, {44, 44}), Imath::Box2i({-3, 8}, {3, 30})}) {
        const int w = data.max.x - data.min.x + 1, h = data.max.y - data.min.y + 1;
        std::vector<float> red, alpha(static_cast<size_t>(w * h), 1.0f);
        for (int y = data.min.y; y <= data.max.y; ++y)
            for (int x = data.min.x; x <= data.max.x; ++x)
                red.push_back(static_cast<float>(100 + 100 * y + x));
        Imf::Header header(display, data);
        Imf::FrameBuffer buffer;
        for (const char* name : {"R", "G", "B", "A"}) {
            std::vector<float>& samples = *name == 'A' ? alpha : red;
            header.channels().insert(name, Imf::Channel(Imf::FLOAT));
            buffer.insert(name, Imf::Slice::Make(Imf::FLOAT, samples.data(), data));
        }
        {
            Imf::OutputFile file(path("a.exr").c_str(), header);
            file.setFrameBuffer(buffer);
            file.writePixels(h);
        }
        const Still still = read_again(path("a.exr"));
        ASSERT_EQ(still.video.width, 24);
        ASSERT_EQ(still.video.height, 16);
        for (int y = 0; y < 16; ++y) {
            for (int x = 0; x < 24; ++x) {
                const bool inside = data.intersects(Imath::V2i(x, y));
                EXPECT_EQ(pixel_of(still, x, y)[0], inside ? 100 + 100 * y + x : 0);
                EXPECT_EQ(pixel_of(still, x, y)[3], inside ? 1 : 0);
            }
        }
    }
}

// Ward, "Radiance File Formats": signs and order of the coordinates in the header state the order
// of the pixels.
TEST_F(StillLayouts, RadianceOrdersOfPixelsAreHonored) {
    const std::map<std::string, int> orders = {{"-Y 2 +X 3", 1}, {"-Y 2 -X 3", 2}, {"+Y 2 -X 3", 3},
                                               {"+Y 2 +X 3", 4}, {"+X 2 -Y 3", 5}, {"-X 2 -Y 3", 6},
                                               {"-X 2 +Y 3", 7}, {"+X 2 +Y 3", 8}};
    std::string pixels;
    for (const char code : {'\x10', '\x20', '\x30', '\x40', '\x50', '\x60'})
        pixels += std::string(3, code) + '\x88';
    const auto read = [&](const std::string& order) {
        put("a.hdr", "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n" + order + "\n" + pixels);
        return read_again(path("a.hdr"));
    };
    const Still plain = read("-Y 2 +X 3");
    EXPECT_EQ(pixel_of(plain, 2, 0)[0], 0x30);
    EXPECT_EQ(pixel_of(plain, 0, 1)[0], 0x40);
    for (const auto& [order, orientation] : orders)
        EXPECT_EQ(difference(read(order), turned(plain, orientation)), 0) << order;
    for (const char* order : {"-Y 2", "Y 2 X 3", "-Y 0 +X 3", "-Y 99999 +X 3", "-Y 2 +Z 3"})
        EXPECT_THROW(read(order), Error) << order;
}

TEST_F(StillLayouts, PixelAspectRatioIsKept) {
    for (const StillKind& kind : still_kinds()) {
        if (kind.write == nullptr || !kind.aspect) continue;
        Still still =
            picture(std::string(kind.formats.front()).c_str(), 1, kind.linear ? linear : srgb);
        for (const double aspect : {16 / 11.0, 0.5}) {
            still.pixel_aspect = aspect;
            EXPECT_NEAR(written_and_read(kind, still).pixel_aspect, aspect, 0.001) << kind.name;
        }
        still.pixel_aspect = 1;
        EXPECT_EQ(written_and_read(kind, still).pixel_aspect, 1) << kind.name;
    }
    Still wide = picture("rgb24", 1, srgb);
    wide.pixel_aspect = 2;
    EXPECT_EQ(turned(wide, 3).pixel_aspect, 2);
    EXPECT_EQ(turned(wide, 6).pixel_aspect, 0.5);
    kind_called("png").write(path("in.png"), wide, {100});
    ASSERT_EQ(map("in.png out.jpg"), 0) << content("said");
    EXPECT_EQ(read_again(path("out.jpg")).pixel_aspect, 2);
    ASSERT_EQ(map("in.png out.jxl"), 0) << content("said");
    EXPECT_TRUE(says("cannot state that pixels are not square")) << content("said");
}

TEST_F(StillLayouts, DensityIsKept) {
    for (const char* name : {"jpg", "png", "tif", "exr"}) {
        const StillKind& kind = kind_called(name);
        Still still =
            picture(std::string(kind.formats.front()).c_str(), 1, kind.linear ? linear : srgb);
        for (const auto& [density, aspect] : {std::pair{72.0, 1.0}, {300, 0.5}, {0, 1}, {0, 2}}) {
            still.density = density;
            still.pixel_aspect = aspect;
            const Still again = written_and_read(kind, still);
            EXPECT_NEAR(again.density, density, 0.01) << name;
            EXPECT_NEAR(again.pixel_aspect, aspect, 0.001) << name;
        }
        still.density = 300;
        still.pixel_aspect = 1;
        kind.write(path(std::string("in.") + name), still, {100});
        for (const char* other : {"jpg", "png", "tif", "exr"}) {
            const std::string out = std::string("out.") + other;
            ASSERT_EQ(map(std::string("in.") + name + " " + out), 0) << content("said");
            EXPECT_NEAR(read_again(path(out)).density, 300, 0.01) << name << other;
        }
    }
}

TEST_F(StillLayouts, LowDensitiesDoNotChangeThePixelAspectRatio) {
    for (const char* name : {"jpg", "png", "tif", "exr"}) {
        const StillKind& kind = kind_called(name);
        Still still =
            picture(std::string(kind.formats.front()).c_str(), 1, kind.linear ? linear : srgb);
        still.density = 1;
        still.pixel_aspect = 16 / 11.0;
        EXPECT_NEAR(written_and_read(kind, still).pixel_aspect, 16 / 11.0, 0.008) << name;
    }
}

// 118 pixels per centimeter are 299.72 pixels per inch.
TEST_F(StillLayouts, DensityPerCentimeterIsRead) {
    Still still = picture("rgb24", 1, srgb);
    still.density = 118;
    kind_called("jpg").write(path("in.jpg"), still, {100});
    std::string bytes = content("in.jpg");
    ASSERT_EQ(bytes.substr(6, 4), "JFIF");
    bytes[13] = 2;
    std::ofstream(path("in.jpg"), std::ios::binary) << bytes;
    EXPECT_NEAR(read_again(path("in.jpg")).density, 299.72, 0.001);
}

TEST_F(StillLayouts, DensityFollowsTheRotation) {
    Statements stated;
    stated.take_density(100, 200, 1);
    for (const auto& [orientation, density] : {std::pair{1, 100}, {3, 100}, {6, 200}, {8, 200}}) {
        stated.orientation = orientation;
        EXPECT_EQ(honored(picture("rgb24", 1, srgb), stated).density, density) << orientation;
    }
    stated.density = INFINITY;
    EXPECT_EQ(honored(picture("rgb24", 1, srgb), stated).density, 0);
}

}  // namespace
}  // namespace tonelift::stills_layout_test
