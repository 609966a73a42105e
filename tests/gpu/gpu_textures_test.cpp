// SPDX-License-Identifier: BSD-2-Clause
// Tests compressed textures of a CUDA device. For the same pixels, the blocks equal the CPU's
// blocks bit for bit.
#include <tonelift/tonelift.h>

#include "kernels/texture/texture.h"
#include "tests/gpu/gpu_support.h"
#include "tests/support/api_stream.h"
#include "tests/support/stream_plan.h"

namespace tonelift::gpu_textures_test {
namespace {

class GpuTextures : public GpuTest {
  protected:
    TestPicture made(const Plan& plan, const std::vector<TestPicture>& source, Pitch pitch) {
        std::vector<TestPicture> result(1, TestPicture(plan.output, pitch));
        run_on_device(plan, device_, source, result, {1, 1});
        EXPECT_TRUE(result[0].padding_untouched());
        return result[0];
    }
};

struct Texture {
    tonelift_format format;
    int quality;
};

std::vector<Texture> textures() {
    std::vector<Texture> all;
    for (const tonelift_format format : {TONELIFT_FORMAT_BC1, TONELIFT_FORMAT_BC3,
                                         TONELIFT_FORMAT_BC3_YCOCG, TONELIFT_FORMAT_BC4}) {
        for (const int quality : {TONELIFT_TEXTURE_QUALITY_FAST, TONELIFT_TEXTURE_QUALITY_NORMAL})
            all.push_back({format, quality});
    }
    return all;
}

std::string name_of(const Texture& texture) {
    return std::string(tonelift_format_name(texture.format)) + " at quality " +
           std::to_string(texture.quality);
}

tonelift_video rgba_video(int width, int height) {
    tonelift_video video = sdr_video(TONELIFT_FORMAT_RGBA, width, height);
    video.matrix = TONELIFT_MATRIX_RGB;
    video.range = TONELIFT_RANGE_FULL;
    return video;
}

Plan plan_for(const char* script, const Texture& texture, const tonelift_video& in) {
    tonelift_options options = default_options();
    options.texture_quality = texture.quality;
    options.format = tonelift_format_name(texture.format);
    return script_plan(script, options, in, TONELIFT_FORMAT_NONE);
}

std::vector<std::byte> rows_of(const TestPicture& texture) {
    const Picture& picture = texture.picture();
    const FramePlanes planes = texture.planes();
    std::vector<std::byte> rows;
    for (int y = 0; y < picture.format->plane_height(0, picture.height); ++y) {
        const std::byte* from = planes.data[0] + y * planes.pitch[0];
        rows.insert(rows.end(), from, from + picture.format->row_bytes(0, picture.width));
    }
    return rows;
}

void fill_mixed(TestPicture& picture) {
    for (int y = 0; y < picture.height(0); ++y) {
        for (int x = 0; x < picture.width(0); ++x) {
            const int kind = (x / 8 + y / 8) % 4;
            for (int c = 0; c < 4; ++c) {
                const int smooth = 40 + 9 * c + 3 * (x % 8) * (c + 1) + 5 * (y % 8);
                const int noise = (x * 7919 + y * 104729 + c * 1299709) % 251;
                picture.set_code(c, x, y,
                                 kind == 0   ? 30 + 50 * c
                                 : kind == 1 ? noise
                                 : kind == 2 ? smooth
                                             : smooth + noise / 16);
            }
        }
    }
}

TEST_F(GpuTextures, EqualThoseOfTheCpu) {
    for (const auto& [width, height] : {std::pair{1, 1}, {61, 22}, {140, 19}}) {
        const tonelift_video in = rgba_video(width, height);
        std::vector<TestPicture> source(1, picture_for(in));
        fill_mixed(source[0]);
        for (const Texture& texture : textures()) {
            const Plan plan = plan_for("output input;", texture, in);
            std::vector<TestPicture> expected(1, TestPicture(plan.output, Pitch::padded));
            run_on_cpu(plan, source, expected);
            for (const Pitch pitch : {Pitch::aligned, Pitch::negative}) {
                EXPECT_EQ(rows_of(made(plan, source, pitch)), rows_of(expected[0]))
                    << name_of(texture) << " " << width << "x" << height;
            }
        }
    }
}

TEST_F(GpuTextures, MappedPicturesAreEncodedLikeRgba) {
    constexpr const char* script = "output 0.8 * input;";
    const tonelift_video in = hdr10_video(TONELIFT_FORMAT_P010, 45, 18);
    std::vector<TestPicture> source(1, picture_for(in));
    source[0].fill_legal(41);
    Plan plan = plan_for(script, {TONELIFT_FORMAT_RGBA, 0}, in);
    const TestPicture dithered = made(plan, source, Pitch::aligned);
    plan.dither = Dither::none;
    const TestPicture rounded = made(plan, source, Pitch::aligned);
    for (const Texture& texture : textures()) {
        if (texture.format == TONELIFT_FORMAT_BC4) continue;
        const bool coarse =
            texture.format == TONELIFT_FORMAT_BC1 || texture.format == TONELIFT_FORMAT_BC3;
        const FramePlanes planes = (coarse ? rounded : dithered).planes();
        const RgbaPicture picture = {reinterpret_cast<const uint8_t*>(planes.data[0]),
                                     planes.pitch[0], in.width, in.height};
        const TestPicture blocks = made(plan_for(script, texture, in), source, Pitch::aligned);
        const int row = blocks.format().row_bytes(0, in.width);
        std::vector<std::byte> expected(static_cast<size_t>(row * blocks_of(in.height)));
        for (int y = 0; y < blocks_of(in.height); ++y)
            compress_row(blocks.format().blocks, static_cast<BlockQuality>(texture.quality),
                         picture, y, expected.data() + y * row);
        EXPECT_EQ(rows_of(blocks), expected) << name_of(texture);
    }
}

}  // namespace
}  // namespace tonelift::gpu_textures_test
