// SPDX-License-Identifier: BSD-2-Clause
// Tests PNG files in layouts that other programs write.
#include <gtest/gtest.h>
#include <png.h>

#include <algorithm>
#include <cstdio>
#include <functional>

#include "tests/unit/stills_light.h"
#include "tests/unit/stills_support.h"

namespace tonelift::stills_png_test {
namespace {

class StillPngs : public Stills {
  protected:
    Still png(int columns, int color_type, int bits, int interlace,
              std::vector<std::vector<uint8_t>> rows,
              const std::function<void(png_structp, png_infop)>& prepare) const {
        std::FILE* const file = std::fopen(path("a.png").c_str(), "wb");
        png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
        png_infop info = png_create_info_struct(png);
        png_init_io(png, file);
        png_set_IHDR(png, info, static_cast<png_uint_32>(columns),
                     static_cast<png_uint_32>(rows.size()), bits, color_type, interlace,
                     PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
        prepare(png, info);
        png_write_info(png, info);
        std::vector<png_bytep> starts;
        for (std::vector<uint8_t>& row : rows) starts.push_back(row.data());
        png_write_image(png, starts.data());
        png_write_end(png, info);
        png_destroy_write_struct(&png, &info);
        std::fclose(file);
        return read_again(path("a.png"));
    }
    static void nothing(png_structp, png_infop) {}
};

// PNG, third edition, clause 8: the seven passes of Adam7 together form one picture.
TEST_F(StillPngs, InterlacedPicturesAreComplete) {
    const Still still = picture("rgb24", 1, srgb);
    std::vector<std::vector<uint8_t>> rows;
    for (int y = 0; y < still_height; ++y)
        rows.emplace_back(still.frame.row(0, y), still.frame.row(0, y) + still.frame.pitch(0));
    EXPECT_EQ(
        difference(png(still_width, PNG_COLOR_TYPE_RGB, 8, PNG_INTERLACE_ADAM7, rows, nothing),
                   still),
        0);
}

// PNG, third edition, 11.3.1.1: in a picture with a palette, tRNS contains the alpha of the first
// palette entries.
TEST_F(StillPngs, PalettesHaveColorsAndAlpha) {
    const Still still = png(2, PNG_COLOR_TYPE_PALETTE, 1, PNG_INTERLACE_NONE, {{0x40}},
                            [](png_structp to, png_infop info) {
                                const png_color colors[] = {{10, 20, 30}, {200, 100, 50}};
                                const png_byte alpha[] = {64};
                                png_set_PLTE(to, info, colors, 2);
                                png_set_tRNS(to, info, alpha, 1, nullptr);
                            });
    EXPECT_STREQ(tonelift_format_name(still.video.format), "rgba");
    EXPECT_EQ(pixel_of(still, 0, 0),
              (std::array<double, 4>{10 / 255.0, 20 / 255.0, 30 / 255.0, 64 / 255.0}));
    EXPECT_EQ(pixel_of(still, 1, 0),
              (std::array<double, 4>{200 / 255.0, 100 / 255.0, 50 / 255.0, 1}));
}

// PNG, third edition, 13.12: samples of few bits are scaled so that the largest code is white.
TEST_F(StillPngs, LargestCodeOfFewBitsIsWhite) {
    for (const int bits : {1, 2, 4}) {
        const int most = (1 << bits) - 1;
        const Still still = png(1, PNG_COLOR_TYPE_GRAY, bits, PNG_INTERLACE_NONE,
                                {{0}, {static_cast<uint8_t>(1 << (8 - bits))}, {0xFF}}, nothing);
        EXPECT_EQ(pixel_of(still, 0, 0)[0], 0);
        EXPECT_DOUBLE_EQ(pixel_of(still, 0, 1)[0], 1.0 / most);
        EXPECT_EQ(pixel_of(still, 0, 2)[0], 1);
    }
}

// PNG, third edition, 11.3: none of the chunks in this test changes the samples.
TEST_F(StillPngs, ChunksWithoutColorsDoNotChangeThePicture) {
    const std::vector<std::vector<uint8_t>> rows = {{100, 180, 90, 30, 60, 200}};
    const auto written = [&](const std::function<void(png_structp, png_infop)>& prepare) {
        return png(2, PNG_COLOR_TYPE_RGB, 8, PNG_INTERLACE_NONE, rows, prepare);
    };
    const Still plain = written(nothing);
    const auto say = [](png_structp to, png_infop info) {
        png_color_16 background{};
        background.red = 255;
        png_color_8 bits{};
        bits.red = bits.green = bits.blue = 5;
        png_time time{2026, 1, 1, 0, 0, 0};
        png_sPLT_entry entry{200, 0, 0, 255, 1};
        char name[] = "few";
        png_sPLT_t palette{name, 8, &entry, 1};
        png_color colors[] = {{1, 2, 3}, {200, 0, 0}};
        png_uint_16 counts[] = {1, 1};
        png_set_bKGD(to, info, &background);
        png_set_sBIT(to, info, &bits);
        png_set_PLTE(to, info, colors, 2);
        png_set_hIST(to, info, counts);
        png_set_sPLT(to, info, &palette, 1);
        png_set_tIME(to, info, &time);
    };
    const Still beside = written(say);
    for (const char* chunk : {"bKGD", "sBIT", "PLTE", "hIST", "sPLT", "tIME"})
        EXPECT_NE(content("a.png").find(chunk), std::string::npos) << chunk;
    EXPECT_EQ(difference(beside, plain), 0);
    EXPECT_TRUE(beside.notes.empty());
    const Still with_text = written([](png_structp to, png_infop info) {
        char key[] = "Title", value[] = "A title";
        png_text text{};
        text.compression = PNG_TEXT_COMPRESSION_NONE;
        text.key = key;
        text.text = value;
        png_set_text(to, info, &text, 1);
    });
    EXPECT_EQ(difference(with_text, plain), 0);
    EXPECT_EQ(with_text.notes, std::vector<std::string>{"not copied: text chunks"});
}

// PNG, third edition, 5.6: the chunks cICP, mDCV and cLLI must come before the samples.
TEST_F(StillPngs, ChunksOfColorAfterTheSamplesAreIgnored) {
    const std::vector<std::pair<std::string, std::vector<png_byte>>> chunks = {
        {"cICP", {9, 16, 0, 1}},
        {"cLLI", {0, 1, 0, 0, 0, 1, 0, 0}},
        {"mDCV", std::vector<png_byte>(24, 1)}};
    for (const auto& written : chunks) {
        const auto& name = written.first;
        const auto& data = written.second;
        const Still still =
            png(1, PNG_COLOR_TYPE_RGB, 8, PNG_INTERLACE_NONE, {{200, 120, 100}},
                [&](png_structp to, png_infop info) {
                    png_unknown_chunk chunk{};
                    std::copy(name.begin(), name.end(), chunk.name);
                    chunk.data = const_cast<png_byte*>(data.data());
                    chunk.size = data.size();
                    chunk.location = PNG_AFTER_IDAT;
                    png_set_keep_unknown_chunks(to, PNG_HANDLE_CHUNK_ALWAYS, nullptr, 0);
                    png_set_unknown_chunks(to, info, &chunk, 1);
                });
        EXPECT_EQ(still.video.transfer, srgb) << name;
        EXPECT_EQ(still.video.max_cll, 0) << name;
        EXPECT_EQ(still.video.mastering_max, 0) << name;
        EXPECT_TRUE(has_note(still, "the chunk " + name + " was ignored: it comes after"));
    }
}

}  // namespace
}  // namespace tonelift::stills_png_test
