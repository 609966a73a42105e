// SPDX-License-Identifier: BSD-2-Clause
// Tests that texture output equals RGBA output that is compressed afterward.
#include <gtest/gtest.h>
#include <tonelift/list.h>

#include "kernels/texture/texture.h"
#include "tests/support/api_stream.h"
#include "tests/support/repeats.h"

namespace tonelift::texture_output_test {
namespace {

constexpr tonelift_format all_textures[] = {TONELIFT_FORMAT_BC1, TONELIFT_FORMAT_BC3,
                                            TONELIFT_FORMAT_BC3_YCOCG, TONELIFT_FORMAT_BC4};

std::vector<std::byte> compressed(const TestPicture& rgba, BlockFormat blocks,
                                  BlockQuality quality) {
    const FramePlanes planes = rgba.planes();
    const RgbaPicture picture = {reinterpret_cast<const uint8_t*>(planes.data[0]), planes.pitch[0],
                                 rgba.picture().width, rgba.picture().height};
    const int row = blocks_of(picture.width) * block_bytes(blocks);
    std::vector<std::byte> made(static_cast<size_t>(row * blocks_of(picture.height)));
    for (int y = 0; y < blocks_of(picture.height); ++y)
        compress_row(blocks, quality, picture, y, made.data() + y * row);
    return made;
}

std::vector<std::byte> blocks_in(const TestPicture& texture) {
    const Picture& picture = texture.picture();
    const FramePlanes planes = texture.planes();
    const int row = picture.format->row_bytes(0, picture.width);
    std::vector<std::byte> read;
    for (int y = 0; y < picture.format->plane_height(0, picture.height); ++y) {
        const std::byte* from = planes.data[0] + y * planes.pitch[0];
        read.insert(read.end(), from, from + row);
    }
    return read;
}

// Returns whether the filter adds no dither noise for a texture format. The color codes of BC1 and
// BC3 have 5 or 6 bits, and the steps between these codes are larger than the noise.
bool is_not_dithered(tonelift_format format) {
    return format == TONELIFT_FORMAT_BC1 || format == TONELIFT_FORMAT_BC3;
}

void expect_blocks(tonelift_options options, const TestPicture& from, const tonelift_video& in,
                   tonelift_format format, Pitch pitch = Pitch::padded) {
    const Format& texture = *find_format(format);
    options.format = texture.ffmpeg;
    const TestPicture made = mapped(options, in, from, pitch);
    options.format = "rgba";
    if (is_not_dithered(format)) options.dithering = TONELIFT_DITHERING_NONE;
    const TestPicture rgba = mapped(options, in, from);
    EXPECT_EQ(blocks_in(made),
              compressed(rgba, texture.blocks, static_cast<BlockQuality>(options.texture_quality)))
        << texture.ffmpeg << " of " << tonelift_format_name(in.format) << " " << in.width << "x"
        << in.height;
}

class TextureOfEveryFormat : public testing::TestWithParam<const Format*> {};

TEST_P(TextureOfEveryFormat, EncodesLikeRgba) {
    const auto format = static_cast<tonelift_format>(GetParam()->id);
    const tonelift_video in = hdr10_video(format, 61, 23);
    TestPicture from = picture_for(in);
    from.fill_legal(3);
    tonelift_options options = default_options();
    options.texture_quality = TONELIFT_TEXTURE_QUALITY_FAST;
    for (size_t i = 0; i < std::size(all_textures); ++i) {
        const bool of_alpha = all_textures[i] == TONELIFT_FORMAT_BC4;
        const bool chosen = static_cast<size_t>(format) % (std::size(all_textures) - 1) == i;
        if (is_instrumented && !of_alpha && !chosen) continue;
        if (!of_alpha || GetParam()->has_alpha()) expect_blocks(options, from, in, all_textures[i]);
    }
}

INSTANTIATE_TEST_SUITE_P(Formats, TextureOfEveryFormat, testing::ValuesIn(all_formats()),
                         [](const auto& test) { return std::string(test.param->ffmpeg); });

TEST(TextureOutput, PaddingRepeatsTheEdgeAtEverySize) {
    for (const auto& [width, height] : {std::pair{1, 1}, {3, 9}, {4, 4}, {5, 17}, {300, 34}}) {
        const tonelift_video in = hdr10_video(TONELIFT_FORMAT_YUV420P10, width, height);
        TestPicture from = picture_for(in);
        from.fill_legal(5);
        for (const Pitch pitch : {Pitch::tight, Pitch::negative})
            expect_blocks(default_options(), from, in, TONELIFT_FORMAT_BC3_YCOCG, pitch);
    }
}

TEST(TextureOutput, DependsOnQualityAndNotOnThreads) {
    const tonelift_video in = hdr10_video(TONELIFT_FORMAT_P010, 75, 131);
    TestPicture from = picture_for(in);
    from.fill_legal(9);
    tonelift_options options = default_options();
    for (const char* preset : {"faithful", "vivid", "portrait"}) {
        options.preset = preset;
        for (const int quality : {0, 1, 2}) {
            options.texture_quality = quality;
            options.threads = 1 + 2 * quality;
            expect_blocks(options, from, in, TONELIFT_FORMAT_BC1);
        }
    }
}

TEST(TextureOutput, UnchangedRgbIsEncodedLikeTheInput) {
    for (const tonelift_format format :
         {TONELIFT_FORMAT_RGBA, TONELIFT_FORMAT_BGRA, TONELIFT_FORMAT_RGB0, TONELIFT_FORMAT_GBRP}) {
        const tonelift_video in = srgb_video(format, 201, 47);
        TestPicture from = picture_for(in),
                    rgba = picture_for(srgb_video(TONELIFT_FORMAT_RGBA, 201, 47));
        from.fill_legal(17);
        rgba.fill_constant(3, 255);
        for (int c = 0; c < (from.format().has_alpha() ? 4 : 3); ++c) {
            for (int y = 0; y < 47; ++y) {
                for (int x = 0; x < 201; ++x) rgba.set_code(c, x, y, from.code(c, x, y));
            }
        }
        tonelift_options options = default_options();
        options.script_text = "output input;";
        for (const tonelift_format texture : all_textures) {
            if (texture == TONELIFT_FORMAT_BC4 && !from.format().has_alpha()) continue;
            options.format = tonelift_format_name(texture);
            EXPECT_EQ(blocks_in(mapped(options, in, from)),
                      compressed(rgba, find_format(texture)->blocks, BlockQuality::normal))
                << options.format << " of " << tonelift_format_name(format);
        }
    }
}

TEST(TextureOutput, Bc4OfAColorPictureIsItsGray) {
    const tonelift_video in = hdr10_video(TONELIFT_FORMAT_YUV420P10, 45, 21);
    TestPicture from = picture_for(in),
                rgba = picture_for(srgb_video(TONELIFT_FORMAT_RGBA, 45, 21));
    from.fill_legal(29);
    tonelift_options options = default_options();
    options.dithering = TONELIFT_DITHERING_NONE;
    options.format = "gray";
    const TestPicture gray = mapped(options, in, from);
    for (int y = 0; y < 21; ++y) {
        for (int x = 0; x < 45; ++x) rgba.set_code(3, x, y, gray.code(0, x, y));
    }
    options.format = "bc4";
    EXPECT_EQ(blocks_in(mapped(options, in, from)),
              compressed(rgba, BlockFormat::bc4, BlockQuality::normal));
}

TEST(TextureOutput, Bc4OfPqOutputIsTheAlpha) {
    const tonelift_video in = srgb_video(TONELIFT_FORMAT_RGBA, 24, 16);
    TestPicture from = picture_for(in);
    from.fill_legal(31);
    tonelift_options options = default_options();
    options.transfer = TONELIFT_TRANSFER_PQ;
    options.format = "bc4";
    EXPECT_EQ(blocks_in(mapped(options, in, from)),
              compressed(from, BlockFormat::bc4, BlockQuality::normal));
}

void expect_refused(const tonelift_video& in, const tonelift_video& out, const char* text) {
    Messages messages;
    EXPECT_EQ(make_filter(default_options(), in, out, &messages), nullptr);
    EXPECT_NE(messages.errors.find(text), std::string::npos) << messages.errors;
}

TEST(TextureOutput, IsRefusedAsInputAndHasFullRange) {
    const tonelift_video rgba = srgb_video(TONELIFT_FORMAT_RGBA, 16, 16);
    tonelift_video texture = srgb_video(TONELIFT_FORMAT_BC1, 16, 16);
    expect_refused(texture, rgba, "textures are allowed only as output: decode them before");
    expect_refused(texture, texture, "textures are allowed only as output: decode them before");
    texture.range = TONELIFT_RANGE_LIMITED;
    expect_refused(rgba, texture, "allowed for a texture is 2 (full)");
}

TEST(TextureOutput, MemoryMustBeAlignedToEightBytes) {
    const tonelift_video in = srgb_video(TONELIFT_FORMAT_RGBA, 16, 16);
    tonelift_options options = default_options();
    options.format = "bc3";
    const tonelift_video out = output_of(options, in);
    const FilterHandle filter = make_filter(options, in, out);
    const TestPicture from = picture_for(in), to = picture_for(out);
    const tonelift_frame in_frame = frame_of(from, 0);
    for (const int off : {0, 4, 8}) {
        tonelift_frame out_frame = frame_of(to, 0);
        out_frame.data[0] = static_cast<std::byte*>(out_frame.data[0]) + off;
        EXPECT_EQ(tonelift_filter_process(filter.get(), &in_frame, &out_frame, 1),
                  off == 4 ? TONELIFT_ERROR_ARGUMENT : TONELIFT_OK);
        out_frame.pitch[0] = 16 * 4 - 8;
        EXPECT_EQ(tonelift_filter_process(filter.get(), &in_frame, &out_frame, 1),
                  TONELIFT_ERROR_ARGUMENT);
    }
}

TEST(TextureOutput, IsListedWithItsBytesPerBlock) {
    tonelift_format_info info;
    int textures = 0;
    for (int i = 0; tonelift_format_at(i, &info, sizeof info) == TONELIFT_OK; ++i) {
        const bool small = info.format == TONELIFT_FORMAT_BC1 || info.format == TONELIFT_FORMAT_BC4;
        const bool texture = std::string(info.name).starts_with("bc");
        EXPECT_EQ(info.block_bytes, !texture ? 0 : small ? 8 : 16) << info.name;
        textures += texture ? 1 : 0;
    }
    EXPECT_EQ(textures, 4);
}

}  // namespace
}  // namespace tonelift::texture_output_test
