// SPDX-License-Identifier: BSD-2-Clause
// Tests that still pictures with invalid tags are read as if these tags were missing.
#include <ImfChannelList.h>
#include <ImfChromaticitiesAttribute.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfOutputFile.h>
#include <ImfStandardAttributes.h>
#include <ImfTileDescriptionAttribute.h>
#include <ImfTiledOutputFile.h>
#include <gtest/gtest.h>
#include <png.h>
#include <tiffio.h>

#include <cstring>
#include <fstream>
#include <limits>

#include "kernels/error.h"
#include "tests/unit/stills_files.h"
#include "tests/unit/stills_light.h"
#include "tests/unit/stills_support.h"

namespace tonelift::stills_odd_test {
namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();
constexpr constants::Primaries senseless[] = {
    {{0, 0}, {0, 0}, {0, 0}, {0, 0}},
    {{0.3, 0.3}, {0.3, 0.3}, {0.3, 0.3}, {0.3127, 0.3290}},
    {{0.2, 0.2}, {0.3, 0.3}, {0.4, 0.4}, {0.3127, 0.3290}},
    {{0.64, 0.33}, {0.21, 0.71}, {0.15, 0.06}, {0.3127, 0}},
    {{0.64, 0.33}, {0.21, 0.71}, {0.15, 0.06}, {0.7, 0.3}},
    {{0.64, 0.33}, {0.21, 0.71}, {0.15, no_number}, {0.3127, 0.3290}},
};

// A field of a TIFF file and its type (TIFF 6.0, section 2).
struct Field {
    uint16_t tag, type;
    std::vector<uint32_t> numbers;
};

void append(std::string* to, uint32_t number, int bytes) {
    for (int i = 0; i < bytes; ++i) *to += static_cast<char>(number >> (8 * i));
}

class OddStills : public Stills {
  protected:
    Still tiff(const std::vector<Field>& more, bool tiled = true) const {
        constexpr uint32_t count = 4, bytes = 3 * 16 * 16, first = 8;
        std::vector<Field> fields = {
            {256, 3, {32}}, {257, 3, {32}}, {258, 3, {8, 8, 8}}, {262, 3, {2}}, {277, 3, {3}}};
        const std::vector<uint32_t> places = {first, first + bytes, first + 2 * bytes,
                                              first + 3 * bytes};
        const std::vector<uint32_t> sizes(count, bytes);
        fields.push_back({static_cast<uint16_t>(tiled ? 324 : 273), 4, places});
        fields.push_back({static_cast<uint16_t>(tiled ? 325 : 279), 4, sizes});
        fields.push_back({static_cast<uint16_t>(tiled ? 322 : 278), 3, {tiled ? 16U : 8U}});
        if (tiled) fields.push_back({323, 3, {16}});
        for (const Field& field : more) {
            std::erase_if(fields, [&](const Field& other) { return other.tag == field.tag; });
            fields.push_back(field);
        }
        std::string file("II*\0", 4);
        append(&file, first + count * bytes, 4);
        for (uint32_t i = 0; i < count * bytes; ++i) file += static_cast<char>(green_pixel[i % 3]);
        file += table(fields);
        write_bytes(path("a.tif"), {reinterpret_cast<const uint8_t*>(file.data()), file.size()});
        return read_again(path("a.tif"));
    }

    static std::string table(std::vector<Field> fields) {
        std::sort(fields.begin(), fields.end(),
                  [](const Field& a, const Field& b) { return a.tag < b.tag; });
        std::string made, values;
        append(&made, static_cast<uint32_t>(fields.size()), 2);
        const auto behind = static_cast<uint32_t>(8 + 4 * 768 + 2 + 12 * fields.size() + 4);
        for (const Field& field : fields) {
            std::string value;
            for (const uint32_t number : field.numbers)
                append(&value, number, field.type == 2 ? 1 : field.type == 3 ? 2 : 4);
            const size_t of_one = field.type == 5 ? 2 : 1;
            append(&made, field.tag, 2);
            append(&made, field.type, 2);
            append(&made, static_cast<uint32_t>(field.numbers.size() / of_one), 4);
            if (value.size() > 4) {
                append(&made, behind + static_cast<uint32_t>(values.size()), 4);
                values += value + std::string(value.size() % 2, '\0');
            } else {
                made += value + std::string(4 - value.size(), '\0');
            }
        }
        return made + std::string(4, '\0') + values;
    }

    void exr(const std::function<void(Imf::Header*)>& change) const {
        Imf::Header header(2, 2);
        std::vector<float> samples(4, 0.5f);
        Imf::FrameBuffer buffer;
        for (const char* name : {"R", "G", "B"}) {
            header.channels().insert(name, Imf::Channel(Imf::FLOAT));
            buffer.insert(name, Imf::Slice(Imf::FLOAT, reinterpret_cast<char*>(samples.data()),
                                           sizeof(float), 2 * sizeof(float)));
        }
        change(&header);
        Imf::OutputFile file(path("a.exr").c_str(), header);
        file.setFrameBuffer(buffer);
        file.writePixels(2);
    }

    Still radiance(const std::string& lines, const std::string& sizes = "-Y 2 +X 2") const {
        const std::string pixel = "\x20\x80\x40\x82";
        std::ofstream(path("a.hdr"), std::ios::binary) << "#?RADIANCE\n"
                                                       << lines << "\n\n"
                                                       << sizes << '\n'
                                                       << pixel << pixel << pixel << pixel;
        return read_again(path("a.hdr"));
    }

    Still png(const std::vector<Chunk>& chunks) const {
        write_png(path("a.png"), PNG_COLOR_TYPE_RGB, 8, green_pixel, chunks);
        return read_again(path("a.png"));
    }
};

TEST_F(OddStills, InvalidOptionalTagsOfTiffAreIgnored) {
    const std::vector<Field> fields = {{274, 3, {0}},    {274, 3, {9}},    {274, 3, {65535}},
                                       {274, 2, {'6'}},  {274, 3, {6, 6}}, {296, 3, {9}},
                                       {318, 5, {1, 3}}, {34675, 3, {1}},  {319, 5, {1, 3, 1, 3}}};
    for (const Field& field : fields) {
        SCOPED_TRACE(std::to_string(field.tag) + " " + std::to_string(field.numbers[0]));
        for (const bool tiled : {true, false}) {
            const Still still = tiff({field}, tiled);
            EXPECT_EQ(still.notes.size(), 1U);
            EXPECT_TRUE(has_note(still, "ignored"));
            EXPECT_EQ(still.video.width, 32);
            expect_light(still, srgb_light(green), 1e-9);
        }
    }
    EXPECT_TRUE(has_note(tiff({{274, 3, {9}}}), "Bad value 9 for \"Orientation\" tag"));
    EXPECT_TRUE(tiff({}).notes.empty());
    EXPECT_TRUE(tiff({{274, 3, {6}}}).notes.empty());
}

TEST_F(OddStills, InvalidRequiredTagsOfTiffAreErrors) {
    for (const Field& field :
         std::vector<Field>{{284, 3, {3}}, {339, 3, {9, 9, 9}}, {266, 3, {3}}, {338, 3, {7}}})
        EXPECT_THROW(tiff({field}), Error) << field.tag;
}

// The tags are defined in TIFF 6.0, sections 8 (GrayResponseCurve), 20 (TransferFunction), 21
// (ReferenceBlackWhite) and 16 (DotRange, InkSet).
TEST_F(OddStills, UnusedColorTagsOfTiffAreReported) {
    const std::pair<Field, const char*> fields[] = {
        {{291, 3, std::vector<uint32_t>(256, 7)}, "its GrayResponseCurve was ignored"},
        {{301, 3, std::vector<uint32_t>(256, 7)}, "its TransferFunction was ignored"},
        {{532, 5, {16, 1, 235, 1, 16, 1, 235, 1, 16, 1, 235, 1}},
         "its ReferenceBlackWhite was ignored"},
        {{336, 3, {16, 235}}, "its DotRange was ignored"}};
    for (const auto& [field, note] : fields) {
        const Still still = tiff({field});
        EXPECT_TRUE(has_note(still, note)) << field.tag;
        expect_light(still, srgb_light(green), 1e-9);
    }
    EXPECT_FALSE(has_note(tiff({{336, 3, {0, 255}}}), "DotRange"));
    EXPECT_THROW(tiff({{262, 3, {5}}, {277, 3, {4}}, {258, 3, {8, 8, 8, 8}}, {332, 3, {2}}}),
                 Error);
}

// TIFF 6.0, section 22: a TIFF file can contain JPEG samples in YCbCr.
TEST_F(OddStills, JpegTiffsAndBigTiffsAreRead) {
    for (const bool big : {true, false}) {
        TIFF* const file = TIFFOpen(path("a.tif").c_str(), big ? "w8" : "w");
        TIFFSetField(file, TIFFTAG_IMAGEWIDTH, 16);
        TIFFSetField(file, TIFFTAG_IMAGELENGTH, 16);
        TIFFSetField(file, TIFFTAG_BITSPERSAMPLE, 8);
        TIFFSetField(file, TIFFTAG_SAMPLESPERPIXEL, 3);
        TIFFSetField(file, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
        TIFFSetField(file, TIFFTAG_PHOTOMETRIC, big ? PHOTOMETRIC_RGB : PHOTOMETRIC_YCBCR);
        if (!big) {
            TIFFSetField(file, TIFFTAG_COMPRESSION, COMPRESSION_JPEG);
            TIFFSetField(file, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
            TIFFSetField(file, TIFFTAG_JPEGQUALITY, 100);
            TIFFSetField(file, TIFFTAG_ROWSPERSTRIP, 16);
        }
        std::vector<uint8_t> row;
        for (int x = 0; x < 16; ++x)
            for (const uint16_t code : green_pixel) row.push_back(static_cast<uint8_t>(code));
        for (uint32_t y = 0; y < 16; ++y) TIFFWriteScanline(file, row.data(), y);
        TIFFClose(file);
        const Still still = read_again(path("a.tif"));
        expect_light(still, srgb_light(green), big ? 1e-9 : 0.01);
        EXPECT_EQ(has_note(still, "not copied: the metadata of a BigTIFF"), big);
    }
}

// OpenEXR, Technical Introduction: a file can store its rows in any order.
TEST_F(OddStills, ExrRowsStoredBottomUpAreTheSamePicture) {
    exr([](Imf::Header* header) {
        header->lineOrder() = Imf::DECREASING_Y;
        header->displayWindow() = {{0, 0}, {1, 3}};
    });
    const Still still = read_again(path("a.exr"));
    EXPECT_EQ(pixel_of(still, 0, 0)[0], 0.5);
    EXPECT_EQ(pixel_of(still, 0, 3)[0], 0);
}

// OpenEXR, Standard Optional Attributes: depth, layers and views are stored as additional channels.
TEST_F(OddStills, UnreadChannelsOfExrAreReported) {
    const auto with = [&](const std::vector<std::string>& names) {
        exr([&](Imf::Header* header) {
            for (const std::string& name : names)
                header->channels().insert(name, Imf::Channel(Imf::HALF));
        });
        return read_again(path("a.exr"));
    };
    const Still layers = with({"Z", "diffuse.R"});
    EXPECT_TRUE(has_note(layers, "are left out: 'Z', 'diffuse.R'"));
    expect_light(layers, {0.5, 0.5, 0.5}, 1e-6);
    EXPECT_TRUE(has_note(with({"a", "b", "c", "d", "e", "f", "g", "h"}), "'f' and 2 more"));
    EXPECT_TRUE(with({}).notes.empty());
}

// Exif 2.32, 4.6.4: the only valid values of Orientation are 1 to 8.
TEST_F(OddStills, InvalidExifOrientationsAreIgnored) {
    for (const int orientation : {0, 9, 255}) {
        const Still still = png({{"eXIf", exif_of(orientation)}});
        EXPECT_TRUE(has_note(still, "orientation " + std::to_string(orientation) + " was ignored"));
        EXPECT_EQ(still.video.width, 4);
    }
    EXPECT_FALSE(has_note(png({{"eXIf", exif_of(6)}}), "ignored"));
}

TEST_F(OddStills, TiffSamplesWithoutAnOffsetAreAnError) {
    constexpr uint32_t size = 768;
    const std::vector<uint32_t> places = {8, 776, 1544, 2312}, sizes(4, size);
    for (const bool tiled : {true, false}) {
        const auto place = static_cast<uint16_t>(tiled ? 324 : 273),
                   count = static_cast<uint16_t>(tiled ? 325 : 279);
        EXPECT_TRUE(tiff({{place, 4, places}, {count, 4, sizes}}, tiled).notes.empty());
        for (const std::vector<uint32_t>& bad : std::vector<std::vector<uint32_t>>{
                 {8, 776}, {8, 0, 776, 1544}, {0, 0, 0, 0}, {8, 776, 1544, 4}, {8}})
            EXPECT_THROW(tiff({{place, 4, bad}}, tiled), Error) << tiled << bad.size();
        for (const std::vector<uint32_t>& bad :
             std::vector<std::vector<uint32_t>>{{size, size}, {size, 0, size, size}})
            EXPECT_THROW(tiff({{count, 4, bad}}, tiled), Error) << tiled << bad.size();
    }
}

TEST_F(OddStills, ExrWithOddOffsetsIsTheSamePictureOrAnError) {
    for (const bool tiled : {true, false}) {
        Imf::Header header(8, 8);
        std::vector<float> samples;
        for (int i = 0; i < 64; ++i) samples.push_back(static_cast<float>(i + 1));
        Imf::FrameBuffer buffer;
        header.compression() = Imf::NO_COMPRESSION;
        for (const char* name : {"R", "G", "B"}) {
            header.channels().insert(name, Imf::Channel(Imf::FLOAT));
            buffer.insert(name, Imf::Slice(Imf::FLOAT, reinterpret_cast<char*>(samples.data()),
                                           sizeof(float), 8 * sizeof(float)));
        }
        if (tiled) {
            header.setTileDescription(Imf::TileDescription(4, 4));
            Imf::TiledOutputFile file(path("a.exr").c_str(), header);
            file.setFrameBuffer(buffer);
            file.writeTiles(0, 1, 0, 1);
        } else {
            Imf::OutputFile file(path("a.exr").c_str(), header);
            file.setFrameBuffer(buffer);
            file.writePixels(8);
        }
        const std::vector<uint8_t> whole = read_bytes(path("a.exr"));
        const size_t entries = tiled ? 4 : 8, head = tiled ? 20 : 8;
        const size_t table = whole.size() - entries * (8 + head + 3 * 64 * sizeof(float) / entries);
        for (size_t entry = 0; entry <= entries; ++entry) {
            for (const bool zero : {true, false}) {
                std::vector<uint8_t> odd = whole;
                for (size_t i = 0; i < entries; ++i) {
                    if (entry < entries && i != entry) continue;
                    const size_t other = (i + 1) % entries;
                    for (size_t byte = 0; byte < 8; ++byte)
                        odd[table + 8 * i + byte] = zero ? 0 : whole[table + 8 * other + byte];
                }
                write_bytes(path("b.exr"), odd);
                try {
                    EXPECT_EQ(difference(read_again(path("b.exr")), read_again(path("a.exr"))), 0)
                        << tiled << entry << zero;
                } catch (const Error& error) {
                    EXPECT_FALSE(zero) << error.what();
                }
            }
        }
    }
}

TEST_F(OddStills, ChromaticitiesThatSpanNoColorsAreIgnored) {
    const std::string no_colors =
        "its chromaticities were ignored: they span no colors, so BT.709 is assumed";
    const Vector3 codes = srgb_light(green);
    for (const constants::Primaries& of : senseless) {
        const double numbers[] = {of.red.x,  of.red.y,  of.green.x, of.green.y,
                                  of.blue.x, of.blue.y, of.white.x, of.white.y};
        SCOPED_TRACE(std::to_string(of.blue.y) + " " + std::to_string(of.white.x));
        exr([&](Imf::Header* header) {
            const auto at = [&](size_t i) {
                return Imath::V2f(static_cast<float>(numbers[i]),
                                  static_cast<float>(numbers[i + 1]));
            };
            Imf::addChromaticities(*header, {at(0), at(2), at(4), at(6)});
        });
        const Still of_exr = read_again(path("a.exr"));
        expect_light(of_exr, {0.5, 0.5, 0.5}, 1e-6);
        EXPECT_TRUE(has_note(of_exr, no_colors));
        if (std::isnan(of.blue.y)) continue;
        std::string line = "PRIMARIES=";
        for (const double number : numbers) line += std::to_string(number) + " ";
        const Still of_radiance = radiance(line);
        expect_light(of_radiance, {0.5, 2, 1}, 1 / 64.0);
        EXPECT_TRUE(has_note(of_radiance, no_colors));
        const auto whole = [&](size_t i) {
            return static_cast<uint32_t>(std::lround(100000 * numbers[i]));
        };
        const Still of_png = png({{"cHRM", big_endian({whole(6), whole(7), whole(0), whole(1),
                                                       whole(2), whole(3), whole(4), whole(5)})}});
        expect_light(of_png, codes, 1e-9);
        EXPECT_TRUE(has_note(of_png, "ignored"));
        Field colors{319, 5, {}}, white{318, 5, {}};
        for (size_t i = 0; i < 8; ++i) {
            std::vector<uint32_t>& to = i < 6 ? colors.numbers : white.numbers;
            to.insert(to.end(), {whole(i), 100000});
        }
        const Still of_tiff = tiff({colors, white});
        expect_light(of_tiff, codes, 1e-9);
        EXPECT_TRUE(has_note(of_tiff, no_colors));
    }
}

// The blue primary of ACES (SMPTE ST 2065-1) has a negative y, so it is not a visible color, but it
// is valid.
TEST_F(OddStills, ChromaticitiesOfAcesAreAccepted) {
    constexpr constants::Primaries aces = {
        {0.7347, 0.2653}, {0, 1}, {0.0001, -0.077}, {0.32168, 0.33767}};
    const Still still = radiance("PRIMARIES=0.7347 0.2653 0 1 0.0001 -0.077 0.32168 0.33767");
    EXPECT_TRUE(still.notes.empty());
    expect_light(still, from(aces, {0.5, 2, 1}), 0.05);
}

TEST_F(OddStills, ProfilesWithoutColorsAreIgnored) {
    std::vector<uint8_t> one_color = rgb_profile(adobe_rgb, 1.8), black = one_color;
    for (size_t entry = 128 + 4; entry + 12 < one_color.size() && entry < 128 + 4 + 12 * 16;
         entry += 12) {
        const std::string_view tag(reinterpret_cast<const char*>(one_color.data() + entry), 4);
        const size_t place = one_color[entry + 6] * 256U + one_color[entry + 7];
        if (tag != "rXYZ" && tag != "gXYZ" && tag != "bXYZ") continue;
        for (size_t i = 0; i < 12; ++i) {
            one_color[place + 8 + i] = i % 4 == 2 ? 0x40 : 0;
            black[place + 8 + i] = 0;
        }
    }
    for (const std::vector<uint8_t>& profile : {one_color, black}) {
        const Still still = png({icc_chunk(profile)});
        expect_light(still, srgb_light(green), 1e-9);
        EXPECT_TRUE(has_note(still, "it would destroy the picture"));
    }
}

TEST_F(OddStills, InvalidWhiteLuminanceIsIgnored) {
    for (const float light : {0.0f, -80.0f, std::numeric_limits<float>::infinity(),
                              std::numeric_limits<float>::quiet_NaN()}) {
        exr([&](Imf::Header* header) { Imf::addWhiteLuminance(*header, light); });
        const Still still = read_again(path("a.exr"));
        expect_light(still, {0.5, 0.5, 0.5}, 1e-6);
        EXPECT_TRUE(has_note(still, "luminance of white was ignored")) << light;
    }
}

TEST_F(OddStills, DisplayWindowsFarLargerThanTheDataAreErrors) {
    exr([](Imf::Header* header) { header->displayWindow() = {{0, 0}, {16383, 16383}}; });
    try {
        read_again(path("a.exr"));
        FAIL() << "a window of 16384x16384";
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("display window of 16384x16384"),
                  std::string::npos)
            << error.what();
    }
    exr([](Imf::Header* header) { header->displayWindow() = {{0, 0}, {99, 99}}; });
    EXPECT_EQ(read_again(path("a.exr")).video.width, 100);
}

TEST_F(OddStills, OddHeaderLinesOfRadianceAreIgnoredOrErrors) {
    const Vector3 plain{0.5, 2, 1};
    for (const char* line :
         {"EXPOSURE=", "EXPOSURE=0", "EXPOSURE=-2", "EXPOSURE=bright", "EXPOSURE=2 3",
          "EXPOSURE=2x", "EXPOSURE=nan", "EXPOSURE=inf", "COLORCORR=1 2", "COLORCORR=0 1 1",
          "COLORCORR=1 1 1 1", "PIXASPECT=0", "PIXASPECT=-1", "PIXASPECT=wide",
          "PRIMARIES=0.64 0.33", "PRIMARIES=a b c d e f g h"}) {
        const Still still = radiance(line);
        expect_light(still, plain, 1 / 64.0);
        EXPECT_EQ(still.pixel_aspect, 1);
        ASSERT_EQ(still.notes.size(), 1U) << line;
        EXPECT_TRUE(has_note(still, std::string("the line '") + line + "' of its header")) << line;
    }
    EXPECT_TRUE(radiance("EXPOSURE= 2 \nVIEW= -vp 0 0 1\n# EXPOSURE").notes.empty());
    EXPECT_TRUE(radiance("FORMAT= 32-bit_rle_rgbe ").notes.empty());
    for (const char* format : {"FORMAT=32-bit_rle_rgb", "FORMAT=xyzexyze", "FORMAT=16-bit"})
        EXPECT_THROW(radiance(format), Error) << format;
    for (const char* sizes : {"-Y 2 +Y 2", "+X 2 -X 2", "-Y 2 +X 2 3", "-Y 2 +X 2x", "-Y -2 +X 2",
                              "-Y 2.5 +X 2", "-Y +X 2", "", "-Y 2 +X 99999999999999999999"})
        EXPECT_THROW(radiance("", sizes), Error) << sizes;
}

// PNG, third edition, 11.3.2.6 to 11.3.2.8, states the sizes of the chunks cICP, mDCV and cLLI.
TEST_F(OddStills, OddChunksOfPngAreIgnored) {
    const std::string pq = {9, 16, 0, 1};
    for (const std::string& bytes :
         {std::string({9, 16, 0, 2}), std::string({9, 16, 0, '\xFF'}), std::string({9, 16, 9, 1}),
          std::string({9, 3, 0, 1}), std::string({0, 16, 0, 1}), std::string({9, 16, 0}),
          std::string(), pq + '\0'}) {
        const Still still = png({{"cICP", bytes}});
        expect_light(still, srgb_light(green), 1e-9);
        EXPECT_TRUE(has_note(still, "the chunk cICP has")) << bytes.size();
    }
    for (const char* name : {"cLLI", "mDCV"}) {
        const Still still = png({{"cICP", pq}, {name, std::string(7, '\1')}});
        EXPECT_EQ(still.video.max_cll, 0);
        EXPECT_EQ(still.video.mastering_max, 0);
        EXPECT_TRUE(has_note(still, std::string("the chunk ") + name + " has 7 bytes"));
    }
    for (const Chunk& chunk : {Chunk{"gAMA", big_endian({0})}, Chunk{"gAMA", "\1"},
                               Chunk{"sRGB", "\x09"}, Chunk{"cHRM", "\1\2"}}) {
        const Still still = png({chunk});
        expect_light(still, srgb_light(green), 1e-9);
        EXPECT_TRUE(has_note(still, "a chunk of color was ignored: " + chunk.name));
    }
}

TEST_F(OddStills, TheFirstOfSeveralPicturesIsRead) {
    TIFF* const file = TIFFOpen(path("two.tif").c_str(), "w");
    for (uint8_t code : {uint8_t{100}, uint8_t{200}}) {
        TIFFSetField(file, TIFFTAG_IMAGEWIDTH, 1);
        TIFFSetField(file, TIFFTAG_IMAGELENGTH, 1);
        TIFFSetField(file, TIFFTAG_BITSPERSAMPLE, 8);
        TIFFSetField(file, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
        TIFFWriteScanline(file, &code, 0);
        TIFFWriteDirectory(file);
    }
    TIFFClose(file);
    const Still two = read_again(path("two.tif"));
    EXPECT_EQ(pixel_of(two, 0, 0)[0], 100 / 255.0);
    EXPECT_TRUE(has_note(two, "only the first picture of the file is read"));
    EXPECT_TRUE(has_note(png({{"acTL", big_endian({2, 0})}}),
                         "only the first picture of the file is read"));
    EXPECT_FALSE(has_note(png({}), "only the first picture of the file is read"));
}

TEST_F(OddStills, InvalidPixelAspectRatiosAreIgnored) {
    const Still still = png({{"pHYs", big_endian({1, 1000}) + '\0'}});
    EXPECT_EQ(still.pixel_aspect, 1);
    EXPECT_TRUE(has_note(still, "assumed to be square"));
}

}  // namespace
}  // namespace tonelift::stills_odd_test
