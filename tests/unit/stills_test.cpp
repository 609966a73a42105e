// SPDX-License-Identifier: BSD-2-Clause
// Tests still pictures: every kind of file keeps the picture and its color, and a broken file is an
// error.
#include <ImfRgbaFile.h>
#include <gtest/gtest.h>
#include <lcms2.h>

#include <array>
#include <cstring>
#include <fstream>

#include "kernels/error.h"
#include "kernels/format.h"
#include "tests/support/limited_files.h"
#include "tests/unit/stills_support.h"
#include "tools/pictures/icc.h"
#include "tools/pictures/samples.h"

namespace tonelift::stills_test {
namespace {

std::string error_of_full_disk(const StillKind& kind, const std::string& file, const Still& still,
                               rlim_t limit) {
    try {
        const LimitedFiles full_disk(limit);
        kind.write(file, still, {100});
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

TEST_F(Stills, KeepThePictureInEveryFormat) {
    for (const StillKind& kind : still_kinds()) {
        for (const std::string_view name : kind.formats) {
            const int transfer = kind.linear ? linear : srgb;
            const Still still =
                picture(std::string(name).c_str(), TONELIFT_PRIMARIES_BT709, transfer);
            const Still read = straight(written_and_read(kind, still));
            SCOPED_TRACE(std::string(kind.name) + " " + std::string(name));
            EXPECT_EQ(tonelift_format_name(read.video.format), name);
            EXPECT_EQ(read.video.width, still_width);
            EXPECT_EQ(read.video.height, still_height);
            EXPECT_EQ(read.video.primaries, TONELIFT_PRIMARIES_BT709);
            EXPECT_EQ(read.video.transfer, transfer);
            const Format& format = *find_format(read.video.format);
            const double step = kind.linear ? 0.001 : 1.0 / ((1 << format.depth) - 1);
            const bool lossy = kind.endings.front() == ".jpg";
            EXPECT_LE(difference(read), lossy ? 0.03 : step);
        }
    }
}

TEST_F(Stills, WrittenFilesKeepPrimariesAndTransfer) {
    constexpr int p3 = TONELIFT_PRIMARIES_DISPLAY_P3, wide = TONELIFT_PRIMARIES_BT2020;
    for (const StillKind& kind : still_kinds()) {
        if (kind.write == nullptr) continue;
        for (const auto& [primaries, transfer] : {std::pair{p3, srgb},
                                                  {wide, srgb},
                                                  {wide, int{TONELIFT_TRANSFER_GAMMA22}},
                                                  {wide, int{TONELIFT_TRANSFER_PQ}},
                                                  {wide, int{TONELIFT_TRANSFER_HLG}},
                                                  {wide, linear}}) {
            const bool hdr = transfer == TONELIFT_TRANSFER_PQ || transfer == TONELIFT_TRANSFER_HLG;
            if ((hdr && !kind.hdr) || kind.linear != (transfer == linear)) continue;
            const Still still =
                picture(std::string(kind.formats.front()).c_str(), primaries, transfer);
            const Still read = written_and_read(kind, still);
            EXPECT_EQ(read.video.primaries, primaries) << kind.name << transfer;
            EXPECT_EQ(read.video.transfer, transfer) << kind.name << primaries;
        }
    }
}

TEST_F(Stills, AnSrgbPngHasOneStatementOfColor) {
    const StillKind& png = kind_called("png");
    png.write(path("a.png"), picture("rgb24", TONELIFT_PRIMARIES_BT709, srgb), {100});
    EXPECT_NE(content("a.png").find("sRGB"), std::string::npos);
    for (const char* chunk : {"gAMA", "cHRM", "iCCP", "cICP"})
        EXPECT_EQ(content("a.png").find(chunk), std::string::npos) << chunk;
}

TEST_F(Stills, TruncatedFilesAreRefused) {
    for (const StillKind& kind : still_kinds()) {
        if (kind.write == nullptr) continue;
        const int transfer = kind.linear ? linear : srgb;
        kind.write(path("whole"), picture(std::string(kind.formats.front()).c_str(), 1, transfer),
                   {90});
        const std::vector<uint8_t> bytes = read_bytes(path("whole"));
        for (const double share : {0.05, 0.3, 0.6, 0.95}) {
            const auto count = std::max<size_t>(
                16, static_cast<size_t>(share * static_cast<double>(bytes.size())));
            write_bytes(path("part"), {bytes.data(), count});
            EXPECT_THROW(kind.read(path("part")), Error) << kind.name << " " << share;
        }
        if (kind.name == std::string("PNG")) {
            EXPECT_EQ(map("part out.png"), 1);
            EXPECT_TRUE(says("it is truncated")) << content("said");
        }
    }
    for (const char* begin :
         {"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 4 +X 9\nabc", "#?RADIANCE\n"}) {
        std::ofstream(path("part.hdr")) << begin;
        EXPECT_THROW(read_again(path("part.hdr")), Error);
    }
}

TEST_F(Stills, TruncatedRadianceRunsAreRefused) {
    const std::string header = "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 2 +X 9\n";
    const std::string channel = {'\x85', '@', '\4', 'a', 'b', 'c', 'd'};
    const std::string row = std::string({2, 2, 0, 9}) + channel + channel + channel + channel;
    const std::string whole = header + row + row;
    for (size_t size = header.size() - 9; size <= whole.size(); ++size) {
        std::ofstream(path("part.hdr"), std::ios::binary) << whole.substr(0, size);
        if (size == whole.size())
            EXPECT_EQ(read_again(path("part.hdr")).video.width, 9);
        else
            EXPECT_THROW(read_again(path("part.hdr")), Error) << size;
    }
}

TEST_F(Stills, DamagedFilesAreAPictureOrAnError) {
    for (const StillKind& kind : still_kinds()) {
        if (kind.write == nullptr) continue;
        kind.write(
            path("whole"),
            picture(std::string(kind.formats.front()).c_str(), 1, kind.linear ? linear : srgb),
            {90});
        const std::vector<uint8_t> bytes = read_bytes(path("whole"));
        for (size_t at = 12; at < bytes.size(); at += 1 + bytes.size() / 40) {
            std::vector<uint8_t> damaged = bytes;
            damaged[at] ^= 0x55;
            write_bytes(path("part"), damaged);
            try {
                EXPECT_LE(kind.read(path("part")).video.width, 16384);
            } catch (const Error& error) {
                EXPECT_NE(std::string(error.what()), "");
            }
        }
    }
}

TEST_F(Stills, OtherProfilesAreConverted) {
    // Adobe RGB (1998) has a more saturated green than sRGB, and the gamma 563/256.
    const cmsCIExyY white{0.3127, 0.3290, 1};
    const cmsCIExyYTRIPLE adobe{{0.64, 0.33, 1}, {0.21, 0.71, 1}, {0.15, 0.06, 1}};
    cmsToneCurve* const gamma = cmsBuildGamma(nullptr, 563 / 256.0);
    cmsToneCurve* const curves[3] = {gamma, gamma, gamma};
    cmsHPROFILE profile = cmsCreateRGBProfile(&white, &adobe, curves);
    cmsUInt32Number size = 0;
    cmsSaveProfileToMem(profile, nullptr, &size);
    std::vector<uint8_t> bytes(size);
    cmsSaveProfileToMem(profile, bytes.data(), &size);
    cmsCloseProfile(profile);
    cmsFreeToneCurve(gamma);
    Still gray(still_video("rgba", still_width, still_height));
    std::memset(gray.frame.row(0, 0), 128, gray.frame.size());
    const Still converted = ColorProfile(bytes).applied(std::move(gray));
    EXPECT_EQ(converted.video.primaries, TONELIFT_PRIMARIES_DISPLAY_P3);
    EXPECT_EQ(converted.video.transfer, srgb);
    ASSERT_STREQ(tonelift_format_name(converted.video.format), "rgba64le");
    const auto* const row = reinterpret_cast<const uint16_t*>(converted.frame.row(0, 7));
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(row[i] / 65535.0, 0.5060, 0.003) << i;
    EXPECT_EQ(row[3], 128 * 257) << "alpha";
    EXPECT_EQ(converted.notes.size(), 1U);
}

TEST_F(Stills, ExrKeepsNegativeColorsAndStraightAlpha) {
    Still still(still_video("gbrapf32le", 2, 1));
    still.video.primaries = TONELIFT_PRIMARIES_BT2020;
    still.video.transfer = linear;
    const float values[4][2] = {{100, -0.25}, {-0.5, 4}, {0.5, 2}, {0.5, 0}};  // planes G, B, R, A
    for (size_t plane = 0; plane < 4; ++plane)
        std::memcpy(still.frame.row(plane, 0), values[plane], sizeof values[plane]);
    const Still read = straight(written_and_read(kind_called("exr"), still));
    EXPECT_EQ(read.video.primaries, TONELIFT_PRIMARIES_BT2020);
    for (size_t plane = 0; plane < 4; ++plane) {
        const auto* const row = reinterpret_cast<const float*>(read.frame.row(plane, 0));
        EXPECT_EQ(row[0], values[plane][0]) << plane;
        EXPECT_EQ(row[1], 0) << "nothing is left of a color whose alpha is 0";
    }
}

TEST_F(Stills, ExrWithoutCoverageIsOpaque) {
    for (const float light : {2.0f, 0.0f}) {
        const std::array<Imf::Rgba, 2> pixels = {Imf::Rgba(light, 0, 0, 0), Imf::Rgba(0, 0, 0, 0)};
        {
            Imf::RgbaOutputFile file(path("none.exr").c_str(), 2, 1, Imf::WRITE_RGBA);
            file.setFrameBuffer(pixels.data(), 1, 2);
            file.writePixels(1);
        }
        const Still read = kind_called("exr").read(path("none.exr"));
        const auto* const red = reinterpret_cast<const float*>(read.frame.row(2, 0));
        const auto* const alpha = reinterpret_cast<const float*>(read.frame.row(3, 0));
        EXPECT_EQ(red[0], light);
        EXPECT_EQ(alpha[0], light > 0 ? 1 : 0);
        EXPECT_EQ(alpha[1], light > 0 ? 1 : 0);
        EXPECT_EQ(read.notes.size(), light > 0 ? 1U : 0U);
    }
}

TEST_F(Stills, AreRotatedByExif) {
    kind_called("jpg").write(path("a.jpg"), picture("rgb24", 1, srgb), {100});
    std::string jpeg = content("a.jpg");
    std::string exif(
        "\xFF\xE1\0\x22"
        "Exif\0\0"
        "MM\0*\0\0\0\x08"
        "\0\x01"
        "\x01\x12\0\x03\0\0\0\x01\0\x06\0\0"
        "\0\0\0\0",
        36);
    jpeg.insert(2, exif);
    std::ofstream(path("b.jpg"), std::ios::binary) << jpeg;
    const Still still = read_again(path("b.jpg"));
    ASSERT_EQ(still.video.width, still_height);
    ASSERT_EQ(still.video.height, still_width);
    EXPECT_NEAR(still.frame.row(0, 0)[1] / 255.0,
                sample_at(1, 0, still_height - 1, still_width, still_height), 0.03);
    EXPECT_NEAR(still.frame.row(0, 0)[3 * (still_height - 1) + 1] / 255.0,
                sample_at(1, 0, 0, still_width, still_height), 0.03);
    EXPECT_NEAR(still.frame.row(0, still_width - 1)[0] / 255.0,
                sample_at(0, still_width - 1, 0, still_width, still_height), 0.03);
}

TEST_F(Stills, OppositeRotationsCancel) {
    const int back[] = {0, 1, 2, 3, 4, 5, 8, 7, 6};
    for (const char* format : {"rgb24", "rgba64le", "gbrpf32le", "yuv420p10le", "gray"}) {
        for (int orientation = 1; orientation <= 8; ++orientation) {
            const Still once = turned(picture(format, 1, srgb), orientation);
            EXPECT_EQ(once.video.width, orientation >= 5 ? still_height : still_width);
            EXPECT_EQ(turned(once, back[orientation]).frame.bytes(),
                      picture(format, 1, srgb).frame.bytes())
                << format << orientation;
        }
    }
}

TEST_F(Stills, AreMappedToEveryKind) {
    Still bright = picture("gbrpf32le", TONELIFT_PRIMARIES_BT2020, linear);
    for (int y = 0; y < still_height; ++y) {
        auto* const row = reinterpret_cast<float*>(bright.frame.row(0, y));
        for (int x = 0; x < still_width; ++x) row[x] *= 20;
    }
    kind_called("exr").write(path("in.exr"), bright, {100});
    for (const StillKind& kind : still_kinds()) {
        if (kind.write == nullptr) continue;
        const std::string out = "out" + std::string(kind.endings.front());
        ASSERT_EQ(map("in.exr " + out), 0) << content("said");
        const Still made = read_again(path(out));
        EXPECT_EQ(made.video.width, still_width) << kind.name;
        EXPECT_EQ(made.video.transfer, kind.linear ? linear : srgb) << kind.name;
        EXPECT_EQ(find_format(made.video.format)->depth, kind.linear ? 32 : 8) << kind.name;
        if (!kind.hdr) continue;
        ASSERT_EQ(map("--with transfer=pq in.exr " + out), 0) << content("said");
        EXPECT_EQ(read_again(path(out)).video.transfer, TONELIFT_TRANSFER_PQ) << kind.name;
        EXPECT_GE(find_format(read_again(path(out)).video.format)->depth, 10) << kind.name;
    }
    ASSERT_EQ(map("--json in.exr out.png"), 0);
    EXPECT_TRUE(says("{\"frames\": 1, ")) << content("said");
}

TEST_F(Stills, FailedWritesNameTheReason) {
    for (const StillKind& kind : still_kinds()) {
        if (kind.write == nullptr) continue;
        for (const std::string_view format : kind.formats) {
            const Still still = picture(std::string(format).c_str(), TONELIFT_PRIMARIES_BT709,
                                        kind.linear ? linear : srgb);
            kind.write(path("whole"), still, {100});
            const uintmax_t size = fs::file_size(path("whole"));
            for (const uintmax_t limit : {uintmax_t{40}, size / 2, size - 1}) {
                const std::string error = error_of_full_disk(kind, path("full"), still, limit);
                EXPECT_NE(error.find("File too large"), std::string::npos)
                    << kind.name << " " << format << " " << limit << ": " << error;
            }
        }
    }
}

TEST_F(Stills, EffortChangesTheFileAndNotThePicture) {
    kind_called("png").write(path("in.png"), picture("rgb24", 1, srgb), {100});
    for (const char* name : {"out.png", "out.avif", "out.jxl"}) {
        const std::string names = std::string(" in.png ") + name;
        ASSERT_EQ(map("--with preset=faithful --effort 1" + names), 0) << content("said");
        const std::string fast = content(name);
        ASSERT_EQ(map("--with preset=faithful --effort 9" + names), 0) << content("said");
        EXPECT_NE(content(name), fast) << name;
        EXPECT_EQ(read_again(path(name)).video.width, still_width) << name;
    }
    EXPECT_EQ(difference(read_again(path("out.png"))), difference(read_again(path("in.png"))));
}

TEST_F(Stills, FaithfulKeepsSdr) {
    kind_called("png").write(path("in.png"),
                             picture("rgb48le", TONELIFT_PRIMARIES_DISPLAY_P3, srgb), {100});
    ASSERT_EQ(map("--with preset=faithful in.png out.png"), 0) << content("said");
    const Still made = read_again(path("out.png"));
    EXPECT_EQ(made.video.primaries, TONELIFT_PRIMARIES_DISPLAY_P3);
    EXPECT_LE(difference(made), 1e-5);
}

TEST_F(Stills, DroppedAlphaIsReportedUnlessOpaque) {
    for (const char* format : {"rgba", "rgba64le"}) {
        Still still = picture(format, 1, srgb);
        const size_t bytes = format == std::string("rgba") ? 1 : 2, pixel = 4 * bytes;
        const auto set_alpha = [&](uint8_t value) {
            for (int y = 0; y < still.video.height; ++y)
                for (size_t x = 0; x < static_cast<size_t>(still.video.width); ++x)
                    std::fill_n(still.frame.row(0, y) + x * pixel + 3 * bytes, bytes, value);
        };
        set_alpha(255);
        kind_called("png").write(path("opaque.png"), still, {100});
        EXPECT_EQ(map("opaque.png out.jpg"), 0) << content("said");
        EXPECT_FALSE(says("alpha")) << content("said");
        EXPECT_EQ(map("opaque.png out.png"), 0) << content("said");
        EXPECT_TRUE(find_format(read_again(path("out.png")).video.format)->has_alpha());
        still.frame.row(0, still.video.height - 1)[3 * bytes] = 254;
        kind_called("png").write(path("almost.png"), still, {100});
        EXPECT_EQ(map("almost.png out.jpg"), 0) << content("said");
        EXPECT_TRUE(says("JPEG has no alpha; it is dropped")) << content("said");
    }
    kind_called("exr").write(path("float.exr"), picture("gbrapf32le", 1, linear), {100});
    EXPECT_EQ(map("float.exr out.jpg"), 0) << content("said");
    EXPECT_TRUE(says("JPEG has no alpha; it is dropped")) << content("said");
}

TEST_F(Stills, UnsupportedRequestsAreExplained) {
    kind_called("png").write(path("in.png"), picture("rgba", 1, srgb), {100});
    std::ofstream(path("kept.png")) << "precious";
    const auto expect = [&](const std::string& arguments, int status, const std::string& part) {
        EXPECT_EQ(map(arguments), status) << arguments;
        EXPECT_TRUE(says(part)) << arguments << content("said");
        EXPECT_EQ(content("kept.png"), "precious");
    };
    expect("in.png out.bmp", 2, "this file name extension; allowed are .png, .jpg, .jpeg");
    expect("in.png", 2, "name a file, as in tonelift map");
    std::ofstream(path("-in.png")) << content("in.png");
    expect("-in.png out.jpg", 2, "for the file of this name, write './-in.png'");
    expect("-out.png in.png", 2, "map has no option '-out.png'; see tonelift --help");
    expect("-- in.png", 2, "a still picture cannot be written to the standard output");
    expect("--effort 0 in.png kept.png", 2, "1 to 9");
    expect("--with transfer=pq in.png out.jpg", 2, "cannot state that a picture is PQ or HLG");
    expect("--with transfer=srgb in.png out.exr", 2, "holds linear light");
    expect("--with format=yuv420p in.png kept.png", 2, "allowed are rgb24, rgba");
    expect("--with range=limited in.png kept.png", 2, "the range of PNG is always full");
    expect("--with range=limited in.png out.avif", 0, "");
    expect("--with preset=vivdi in.png kept.png", 2, "vivid");
    expect("--quality 0 in.png kept.png", 2, "1 to 100");
    expect("in.png /no/such/folder/out.png", 1, "cannot be written");
    expect("in.png in.png", 2, "is the input, too");
    expect("in.png out.jpg", 0, "JPEG has no alpha; it is dropped");
    expect("--with format=yuv420p in.png out.avif", 0, "yuv420p has no alpha; it is dropped");
    std::string huge = content("in.png");
    huge[18] = 0x7f;
    std::ofstream(path("huge.png"), std::ios::binary) << huge;
    expect("huge.png kept.png", 1, "CRC");
    std::ofstream(path("text.png")) << "no picture";
    expect("- kept.png < in.png", 1, "still pictures are read only from files, not from pipes");
    std::ofstream(path("wide.hdr")) << "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 16385\n";
    expect("wide.hdr kept.png", 1, "'wide.hdr': the input is 16385x1 pixels");
    expect("text.png kept.png", 1,
           "'text.png': the input is neither a YUV4MPEG2 stream nor a still picture");
    std::ofstream(path("odd.hdr")) << "#?RADIANCE\nFORMAT=odd\n\n-Y 1 +X 1\n";
    expect("odd.hdr kept.png", 1, "tonelift: 'odd.hdr': ");
    std::ofstream(path("empty.jpg")).close();
    expect("empty.jpg kept.png", 1, "'empty.jpg': the input is empty");
    std::ofstream(path("cut.y4m")) << "YUV4MPEG2 W9 H9 Cmono\nFRAME\nx";
    expect("cut.y4m out.y4m", 1, "'cut.y4m': the input ends within a frame");
    std::ofstream(path("web.webp"), std::ios::binary) << "RIFF1234WEBPVP8 ";
    expect("web.webp kept.png", 1, "it is a WebP; pictures of these kinds are read: PNG, JPEG");
    expect("web.webp kept.png", 1, "; dwebp makes a PNG of it");
    const std::string heic = unreadable_still("1234ftypheic");
    EXPECT_NE(heic.find("it is a HEIC; "), std::string::npos) << heic;
    EXPECT_NE(heic.find("libheif-dev"), std::string::npos) << heic;
    const std::string raw = unreadable_still(std::string_view("II*\0\x10\0\0\0CR\2", 11));
    EXPECT_NE(raw.find("libraw-dev"), std::string::npos) << raw;
    expect(std::string(300, 'a') + " kept.png", 1, "cannot be opened: File name too long");
    std::ofstream(path("in.y4m")) << "YUV4MPEG2 W1 H1 Cmono\nFRAME\nx";
    expect("in.y4m kept.png", 2, "the input is a stream of frames");
    fs::copy_file(path("in.png"), path("-"));
    expect("- kept.png < in.y4m", 2, "the input is a stream of frames");
}

// The signatures come from JPEG 2000 part 1 (A.4.1), Netpbm, SMPTE ST 268, ISO/IEC 14496-12 (4.3)
// and RFC 8794 (11.2).
TEST(OtherKinds, MessagesNameAProgramThatReadsThem) {
    using namespace std::string_view_literals;
    const std::pair<std::string_view, const char*> kinds[] = {
        {"\xFF\x4F\xFF\x51\0\x2F"sv, "JPEG 2000 is not read; opj_decompress"},
        {"P6\n8 6\n255\n"sv, "PPM is not read; ImageMagick"},
        {"PF\n8 6\n-1\n"sv, "PFM is not read; ffmpeg makes an EXR"},
        {"SDPX\0\0"sv, "DPX is not read; ffmpeg makes a TIFF"},
        {"\0\0\0\x20"
         "ftypisom"sv,
         "film is not read; ffmpeg -vf tonelift"},
        {"\0\0\0\x14"
         "ftypqt  "sv,
         "film is not read; ffmpeg -vf tonelift"},
        {"\x1A\x45\xDF\xA3\x9F"sv, "film is not read; ffmpeg -vf tonelift"},
    };
    for (const auto& [begin, text] : kinds)
        EXPECT_TRUE(unread_kind(begin).starts_with(text)) << unread_kind(begin);
}

TEST_F(Stills, SizesBeyondTheLibraryAreRefusedBeforeAllocation) {
    EXPECT_THROW(Still(still_video("rgb24", 16385, 1)), Error);
    EXPECT_THROW(Still(still_video("rgb24", 0, 1)), Error);
    EXPECT_THROW(Still(still_video("rgb24", int64_t{1} << 40, 1)), Error);
}

// The header states a width of 2147483647 pixels, for which libpng would allocate a row.
TEST_F(Stills, HugePngHeaderAllocatesNoMemory) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "a sanitizer takes memory of its own";
#endif
    write_bytes(path("huge.png"),
                std::to_array<uint8_t>({0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 0,    0, 0, 13,
                                        'I',  'H', 'D', 'R', 0x7f, 0xff, 0xff, 0xff, 0,    0, 0, 2,
                                        16,   6,   0,   0,   0,    0x76, 0x32, 0x9d, 0x30, 0, 0, 0,
                                        0,    'I', 'D', 'A', 'T',  0x35, 0xaf, 0x06, 0x1e}));
    EXPECT_EQ(map("huge.png out.png", "ulimit -v 2000000; "), 1);
    EXPECT_TRUE(says("allowed is 1x1 to 16384x16384")) << content("said");
}

}  // namespace
}  // namespace tonelift::stills_test
