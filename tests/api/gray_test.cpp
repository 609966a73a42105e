// SPDX-License-Identifier: BSD-2-Clause
//
// Tests that gray output of a color picture contains the luma of the picture.

#include "tests/support/api_stream.h"

namespace tonelift::gray_test {
namespace {

constexpr int width = 24, height = 16;

TestPicture mapped(const tonelift_video& in, const TestPicture& picture, const char* format) {
    tonelift_options options = default_options();
    options.preset = "faithful";
    options.dithering = TONELIFT_DITHERING_NONE;
    options.range = TONELIFT_RANGE_FULL;
    options.format = format;
    const tonelift_video out = output_of(options, in);
    TestPicture result = picture_for(out);
    const FilterHandle filter = make_filter(options, in, out);
    const tonelift_frame from = frame_of(picture, 0);
    tonelift_frame to = frame_of(result, 0);
    EXPECT_EQ(tonelift_filter_process(filter.get(), &from, &to, 1), TONELIFT_OK);
    return result;
}

// ITU-R BT.709-6, item 3.2: the luma of pure green is 0.7152.
TEST(GrayOutput, GreenHasItsLuma) {
    const tonelift_video in = srgb_video(TONELIFT_FORMAT_RGB24, width, height);
    TestPicture green = picture_for(in);
    for (int i = 0; i < 3; ++i) green.fill_constant(i, i == 1 ? 255 : 0);
    EXPECT_NEAR(mapped(in, green, "gray").code(0, 3, 2), 0.7152 * 255, 1);
}

TEST(GrayOutput, EqualsTheLumaOfYuv) {
    tonelift_video p3 = srgb_video(TONELIFT_FORMAT_GBRP16, width, height);
    p3.primaries = TONELIFT_PRIMARIES_DISPLAY_P3;
    for (const tonelift_video& in : {srgb_video(TONELIFT_FORMAT_GBRP16, width, height), p3,
                                     hdr10_video(TONELIFT_FORMAT_YUV444P10, width, height),
                                     sdr_video(TONELIFT_FORMAT_YUV444P, width, height)}) {
        TestPicture picture = picture_for(in);
        picture.fill_legal(5);
        const TestPicture gray = mapped(in, picture, "gray16le"),
                          yuv = mapped(in, picture, "yuv444p16le");
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x)
                EXPECT_NEAR(gray.code(0, x, y), yuv.code(0, x, y), 40)
                    << tonelift_format_name(in.format) << ' ' << in.primaries << ' ' << x << ' '
                    << y;
    }
}

}  // namespace
}  // namespace tonelift::gray_test
