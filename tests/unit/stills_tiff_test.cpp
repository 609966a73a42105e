// SPDX-License-Identifier: BSD-2-Clause
// Tests TIFF files as other programs write them.
#include <Imath/half.h>
#include <gtest/gtest.h>
#include <tiffio.h>

#include <cstring>
#include <functional>

#include "kernels/error.h"
#include "tests/unit/stills_files.h"
#include "tests/unit/stills_light.h"
#include "tests/unit/stills_support.h"
#include "tools/pictures/samples.h"

namespace tonelift::stills_tiff_test {
namespace {

class StillTiffs : public Stills {
  protected:
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

TEST_F(StillTiffs, UseProfilesAndChromaticities) {
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
    const Still light = tiff(true, with(rgb_profile(adobe_rgb, 1)));
    EXPECT_EQ(light.video.transfer, linear);
    expect_light(light, from(adobe_rgb, green), 0.003);
    EXPECT_TRUE(has_note(tiff(false, with(gray_profile(1.8))), "ICC profile was ignored"));
    // TIFF 6.0, section 20, defines WhitePoint and PrimaryChromaticities.
    const auto chromatic = [](TIFF* file) {
        constexpr float white[] = {0.3127f, 0.3290f},
                        colors[] = {0.64f, 0.33f, 0.21f, 0.71f, 0.15f, 0.06f};
        TIFFSetField(file, TIFFTAG_WHITEPOINT, white);
        TIFFSetField(file, TIFFTAG_PRIMARYCHROMATICITIES, colors);
    };
    expect_light(tiff(false, chromatic), from(adobe_rgb, srgb_light(green)), 0.003);
    expect_light(tiff(true, chromatic), from(adobe_rgb, green), 0.0001);
}

// A layout of TIFF samples. The layouts come from TIFF 6.0, sections 4, 6, 10, 15, 18 and 19, and
// Adobe's Technical Note 3.
struct TiffCase {
    uint16_t kind, bits, photometric, channels;
    int alpha;
    bool planes = false, tiles = false;
};

class StillTiffLayouts : public Stills {
  protected:
    static constexpr uint32_t columns = 21, lines = 19;

    static double sample(const TiffCase& of, uint32_t x, uint32_t y, uint16_t channel) {
        const bool alpha = of.alpha >= 0 && channel + 1 == of.channels;
        return alpha ? 0.5
                     : sample_at(channel, static_cast<int>(x), static_cast<int>(y), columns, lines);
    }

    static void store(const TiffCase& of, uint32_t x, uint32_t y, uint16_t channel, uint8_t* to) {
        double value = sample(of, x, y, channel);
        const bool color = channel + 1 < of.channels || of.alpha < 0;
        if (of.alpha == EXTRASAMPLE_ASSOCALPHA && color) value *= 0.5;
        if (of.photometric == PHOTOMETRIC_MINISWHITE && color) value = 1 - value;
        const auto put = [&](auto number) { std::memcpy(to, &number, sizeof number); };
        if (of.kind == SAMPLEFORMAT_IEEEFP && of.bits == 16)
            put(Imath::half(static_cast<float>(value)));
        if (of.kind == SAMPLEFORMAT_IEEEFP && of.bits == 32) put(static_cast<float>(value));
        if (of.kind == SAMPLEFORMAT_IEEEFP && of.bits == 64) put(value);
        if (of.kind == SAMPLEFORMAT_UINT && of.bits == 8)
            put(static_cast<uint8_t>(std::lround(value * 255)));
        if (of.kind == SAMPLEFORMAT_UINT && of.bits == 16)
            put(static_cast<uint16_t>(std::lround(value * 65535)));
        if (of.kind == SAMPLEFORMAT_UINT && of.bits == 32)
            put(static_cast<uint32_t>(std::llround(value * 4294967295)));
    }

    static std::vector<uint8_t> part(const TiffCase& of, uint32_t x0, uint32_t y0, uint32_t w,
                                     uint32_t h, int plane) {
        const uint16_t count = plane < 0 ? of.channels : 1;
        std::vector<uint8_t> bytes(size_t{w} * h * count * of.bits / 8);
        for (uint32_t y = 0; y < std::min(h, lines - y0); ++y)
            for (uint32_t x = 0; x < std::min(w, columns - x0); ++x)
                for (uint16_t i = 0; i < count; ++i)
                    store(of, x0 + x, y0 + y, plane < 0 ? i : static_cast<uint16_t>(plane),
                          bytes.data() + ((size_t{y} * w + x) * count + i) * of.bits / 8);
        return bytes;
    }

    void write(const TiffCase& of, const std::function<void(TIFF*)>& change) const {
        TIFF* const file = TIFFOpen(path("a.tif").c_str(), "w");
        TIFFSetField(file, TIFFTAG_IMAGEWIDTH, columns);
        TIFFSetField(file, TIFFTAG_IMAGELENGTH, lines);
        TIFFSetField(file, TIFFTAG_BITSPERSAMPLE, of.bits);
        TIFFSetField(file, TIFFTAG_SAMPLEFORMAT, of.kind);
        TIFFSetField(file, TIFFTAG_SAMPLESPERPIXEL, of.channels);
        TIFFSetField(file, TIFFTAG_PHOTOMETRIC, of.photometric);
        TIFFSetField(file, TIFFTAG_PLANARCONFIG,
                     of.planes ? PLANARCONFIG_SEPARATE : PLANARCONFIG_CONTIG);
        const auto extra = static_cast<uint16_t>(std::max(of.alpha, 0));
        if (of.alpha >= 0) TIFFSetField(file, TIFFTAG_EXTRASAMPLES, 1, &extra);
        change(file);
        const int planes = of.planes ? of.channels : 1;
        for (int plane = 0; plane < planes; ++plane) write_plane(of, file, of.planes ? plane : -1);
        TIFFClose(file);
    }

    static void write_plane(const TiffCase& of, TIFF* file, int plane) {
        const auto at = static_cast<uint16_t>(std::max(plane, 0));
        constexpr uint32_t side = 16;
        if (of.tiles) {
            TIFFSetField(file, TIFFTAG_TILEWIDTH, side);
            TIFFSetField(file, TIFFTAG_TILELENGTH, side);
            for (uint32_t y = 0; y < lines; y += side)
                for (uint32_t x = 0; x < columns; x += side)
                    TIFFWriteTile(file, part(of, x, y, side, side, plane).data(), x, y, 0, at);
            return;
        }
        for (uint32_t y = 0; y < lines; ++y)
            TIFFWriteScanline(file, part(of, 0, y, columns, 1, plane).data(), y, at);
    }

    static void expect_samples(const TiffCase& of, const Still& still, double step) {
        const bool gray = of.photometric != PHOTOMETRIC_RGB;
        for (uint32_t y = 0; y < lines; ++y) {
            for (uint32_t x = 0; x < columns; ++x) {
                const std::array<double, 4> got =
                    pixel_of(still, static_cast<int>(x), static_cast<int>(y));
                for (uint16_t i = 0; i < 3; ++i) {
                    if (i > 0 && find_format(still.video.format)->family == Family::GRAY) continue;
                    ASSERT_NEAR(got[i], sample(of, x, y, gray ? 0 : i), step) << x << ' ' << y;
                }
                EXPECT_NEAR(got[3], of.alpha >= 0 ? 0.5 : 0, step);
            }
        }
    }
};

// Converts CIELAB to codes (TIFF 6.0, section 23). With 16 bits, the code of L* = 100 is 65280 in
// ICCLab and 65535 in CIELab.
std::array<uint16_t, 3> lab_codes(uint16_t photometric, uint16_t bits, std::array<double, 3> lab) {
    const bool icc = photometric == PHOTOMETRIC_ICCLAB, bytes = bits == 8;
    const double white = bytes ? 255 : icc ? 65280 : 65535, unit = bytes ? 1 : 256;
    std::array<uint16_t, 3> codes{static_cast<uint16_t>(std::lround(lab[0] / 100 * white))};
    for (size_t i = 1; i < 3; ++i)
        codes[i] = static_cast<uint16_t>(std::lround((lab[i] + (icc ? 128 : 0)) * unit));
    return codes;
}

void write_lab(const std::string& name, uint16_t photometric, uint16_t bits,
               std::array<double, 3> lab) {
    TIFF* const file = TIFFOpen(name.c_str(), "w");
    TIFFSetField(file, TIFFTAG_IMAGEWIDTH, 1);
    TIFFSetField(file, TIFFTAG_IMAGELENGTH, 1);
    TIFFSetField(file, TIFFTAG_BITSPERSAMPLE, bits);
    TIFFSetField(file, TIFFTAG_SAMPLESPERPIXEL, 3);
    TIFFSetField(file, TIFFTAG_PHOTOMETRIC, photometric);
    TIFFSetField(file, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
    std::array<uint16_t, 3> codes = lab_codes(photometric, bits, lab);
    std::array<uint8_t, 3> bytes;
    for (size_t i = 0; i < 3; ++i) bytes[i] = static_cast<uint8_t>(codes[i]);
    TIFFWriteScanline(file, bits == 8 ? static_cast<void*>(bytes.data()) : codes.data(), 0, 0);
    TIFFClose(file);
}

TEST_F(StillTiffLayouts, LabHasNeutralGraysAndItsColors) {
    constexpr std::pair<std::array<double, 3>, std::array<double, 3>> colors[] = {
        {{50, 0, 0}, {0.4663, 0.4663, 0.4663}},
        {{54.29, 80.81, 69.89}, {0.9175, 0.2003, 0.1386}},
        {{87.82, -79.28, 80.99}, {0.4584, 0.9853, 0.2983}},
        {{29.57, 68.29, -112.03}, {0, 0, 0.9596}}};
    for (const uint16_t photometric : {PHOTOMETRIC_CIELAB, PHOTOMETRIC_ICCLAB}) {
        for (const uint16_t bits : {8, 16}) {
            for (const auto& [lab, color] : colors) {
                write_lab(path("lab.tif"), photometric, bits, lab);
                const Still still = read_again(path("lab.tif"));
                EXPECT_EQ(still.video.primaries, TONELIFT_PRIMARIES_DISPLAY_P3);
                for (size_t i = 0; i < 3; ++i)
                    EXPECT_NEAR(pixel_of(still, 0, 0)[i], color[i], bits == 8 ? 0.02 : 0.003)
                        << photometric << ' ' << bits << ' ' << i;
            }
        }
    }
}

TEST_F(StillTiffLayouts, AreReadInEveryCombination) {
    constexpr std::pair<uint16_t, uint16_t> numbers[] = {
        {SAMPLEFORMAT_UINT, 8},    {SAMPLEFORMAT_UINT, 16},   {SAMPLEFORMAT_UINT, 32},
        {SAMPLEFORMAT_IEEEFP, 16}, {SAMPLEFORMAT_IEEEFP, 32}, {SAMPLEFORMAT_IEEEFP, 64}};
    for (const auto& [kind, bits] : numbers) {
        for (const uint16_t photometric :
             {PHOTOMETRIC_RGB, PHOTOMETRIC_MINISBLACK, PHOTOMETRIC_MINISWHITE}) {
            for (const int alpha : {-1, EXTRASAMPLE_ASSOCALPHA, EXTRASAMPLE_UNASSALPHA}) {
                for (const int layout : {0, 1, 2, 3}) {
                    const auto colors =
                        static_cast<uint16_t>(photometric == PHOTOMETRIC_RGB ? 3 : 1);
                    const TiffCase of{kind,
                                      bits,
                                      photometric,
                                      static_cast<uint16_t>(colors + (alpha >= 0 ? 1 : 0)),
                                      alpha,
                                      (layout & 1) != 0,
                                      (layout & 2) != 0};
                    SCOPED_TRACE(std::to_string(kind) + " " + std::to_string(bits) + " " +
                                 std::to_string(photometric) + " " + std::to_string(alpha) + " " +
                                 std::to_string(layout));
                    write(of, [](TIFF*) {});
                    const Still still = straight(read_again(path("a.tif")));
                    const double step = bits == 8                                   ? 1.01 / 255
                                        : kind == SAMPLEFORMAT_IEEEFP && bits == 16 ? 0.001
                                                                                    : 0.0001;
                    expect_samples(of, still, alpha == EXTRASAMPLE_ASSOCALPHA ? 2 * step : step);
                    EXPECT_TRUE(still.notes.empty());
                    const bool deep = bits != 8;
                    EXPECT_EQ(find_format(still.video.format)->sample, kind == SAMPLEFORMAT_IEEEFP
                                                                           ? Sample::F32
                                                                       : deep ? Sample::U16
                                                                              : Sample::U8);
                }
            }
        }
    }
}

// TIFF 6.0, section 8, defines the tag Orientation.
TEST_F(StillTiffLayouts, AreRotatedByTheirOrientation) {
    const TiffCase kinds[] = {{SAMPLEFORMAT_UINT, 8, PHOTOMETRIC_RGB, 3, -1, false, false},
                              {SAMPLEFORMAT_UINT, 16, PHOTOMETRIC_MINISBLACK, 1, -1, false, true},
                              {SAMPLEFORMAT_IEEEFP, 32, PHOTOMETRIC_RGB, 3, -1, true, false},
                              {SAMPLEFORMAT_UINT, 8, PHOTOMETRIC_PALETTE, 1, -1, false, false}};
    std::vector<uint16_t> ramp;
    for (int i = 0; i < 256; ++i) ramp.push_back(static_cast<uint16_t>(257 * i));
    for (const TiffCase& of : kinds) {
        const auto with = [&](int orientation) {
            write(of, [&](TIFF* file) {
                TIFFSetField(file, TIFFTAG_ORIENTATION, orientation);
                if (of.photometric == PHOTOMETRIC_PALETTE)
                    TIFFSetField(file, TIFFTAG_COLORMAP, ramp.data(), ramp.data(), ramp.data());
            });
            return read_again(path("a.tif"));
        };
        const Still plain = with(1);
        for (int orientation = 2; orientation <= 8; ++orientation)
            EXPECT_EQ(difference(with(orientation), turned(plain, orientation)), 0)
                << of.photometric << ' ' << orientation;
    }
}

// A raw file of a camera begins with a small preview, which must not be read instead of the
// photograph.
TEST_F(StillTiffLayouts, PreviewsOfRawFilesAreRefused) {
    const TiffCase rgb{SAMPLEFORMAT_UINT, 8, PHOTOMETRIC_RGB, 3, -1, false, false};
    const std::vector<std::function<void(TIFF*)>> raw = {
        [](TIFF* file) { TIFFSetField(file, TIFFTAG_SUBFILETYPE, FILETYPE_REDUCEDIMAGE); },
        [](TIFF* file) { TIFFSetField(file, TIFFTAG_DNGVERSION, "\1\4\1\1"); }};
    for (const auto& change : raw) {
        write(rgb, change);
        EXPECT_EQ(map("a.tif out.png"), 1);
        EXPECT_TRUE(says("cannot be read as raw") || says("is a camera's raw file"))
            << content("said");
    }
    write(rgb, [](TIFF* file) { TIFFSetField(file, TIFFTAG_SUBFILETYPE, FILETYPE_PAGE); });
    EXPECT_EQ(map("a.tif out.png"), 0) << content("said");
}

TEST_F(StillTiffLayouts, SignedIntegersAreAnError) {
    for (const uint16_t photometric : {PHOTOMETRIC_RGB, PHOTOMETRIC_MINISBLACK}) {
        for (const uint16_t bits : {8, 16}) {
            const auto channels = static_cast<uint16_t>(photometric == PHOTOMETRIC_RGB ? 3 : 1);
            write({SAMPLEFORMAT_INT, bits, photometric, channels, -1, false, false}, [](TIFF*) {});
            EXPECT_THROW(read_again(path("a.tif")), Error) << photometric << ' ' << bits;
        }
    }
}

TEST_F(StillTiffLayouts, DroppedChannelsAndOutOfRangeFloatsAreReported) {
    const TiffCase five{SAMPLEFORMAT_UINT, 16, PHOTOMETRIC_RGB, 5, -1, false, false};
    write(five, [](TIFF* file) {
        const uint16_t extra[] = {EXTRASAMPLE_UNASSALPHA, EXTRASAMPLE_UNSPECIFIED};
        TIFFSetField(file, TIFFTAG_EXTRASAMPLES, 2, extra);
    });
    const Still still = read_again(path("a.tif"));
    EXPECT_TRUE(find_format(still.video.format)->has_alpha());
    ASSERT_EQ(still.notes.size(), 1U);
    EXPECT_EQ(still.notes[0], "channels beside colors and alpha are left out: 1");
    for (const TiffCase& of :
         {TiffCase{SAMPLEFORMAT_UINT, 8, PHOTOMETRIC_SEPARATED, 5, EXTRASAMPLE_UNASSALPHA},
          TiffCase{SAMPLEFORMAT_UINT, 8, PHOTOMETRIC_RGB, 4, EXTRASAMPLE_UNSPECIFIED}}) {
        write(of, [](TIFF*) {});
        const Still colors = read_again(path("a.tif"));
        EXPECT_FALSE(find_format(colors.video.format)->has_alpha());
        EXPECT_TRUE(has_note(colors, "channels beside colors and alpha are left out: 1"));
    }
    TIFF* const file = TIFFOpen(path("far.tif").c_str(), "w");
    TIFFSetField(file, TIFFTAG_IMAGEWIDTH, 1);
    TIFFSetField(file, TIFFTAG_IMAGELENGTH, 1);
    TIFFSetField(file, TIFFTAG_BITSPERSAMPLE, 32);
    TIFFSetField(file, TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_IEEEFP);
    TIFFSetField(file, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
    float far = 32768;
    TIFFWriteScanline(file, &far, 0, 0);
    TIFFClose(file);
    const Still white = read_again(path("far.tif"));
    ASSERT_EQ(white.notes.size(), 1U);
    EXPECT_NE(white.notes[0].find("most of its floats are above 49"), std::string::npos);
}

}  // namespace
}  // namespace tonelift::stills_tiff_test
