// SPDX-License-Identifier: BSD-2-Clause
// Tests that the CUDA output pass copies the bytes of a packed format if the program does not
// change the pixels.
#include "kernels/cuda/emit/copied_bytes.h"

#include "tests/cuda/interpreted_device.h"
#include "tests/gpu/gpu_support.h"
#include "tests/support/api_stream.h"
#include "tests/support/stream_plan.h"

namespace tonelift::copied_bytes_test {
namespace {

tonelift_video rgb_video(tonelift_format format, int width, int height) {
    tonelift_video video = sdr_video(format, width, height);
    video.matrix = TONELIFT_MATRIX_RGB;
    video.range = TONELIFT_RANGE_FULL;
    return video;
}

Plan plan_of(const char* script, const tonelift_video& in, tonelift_format out) {
    tonelift_options options = default_options();
    options.format = tonelift_format_name(out);
    return script_plan(script, options, in, TONELIFT_FORMAT_NONE);
}

Plan copy_of(const tonelift_video& in, tonelift_format out) {
    return plan_of("output input;", in, out);
}

bool copies(const Plan& plan) {
    return cuda::copies_bytes(plan, std::get<Pass>(plan.steps.back()).epilogue);
}

TEST(CopiedBytes, UnchangedPackedFormatsAreCopied) {
    const tonelift_video rgba = rgb_video(TONELIFT_FORMAT_RGBA, 16, 8);
    EXPECT_TRUE(copies(copy_of(rgba, TONELIFT_FORMAT_BC1)));
    EXPECT_TRUE(copies(copy_of(rgba, TONELIFT_FORMAT_BC4)));
    EXPECT_TRUE(copies(copy_of(rgba, TONELIFT_FORMAT_BGR24)));
    EXPECT_TRUE(copies(copy_of(rgb_video(TONELIFT_FORMAT_XBGR, 16, 8), TONELIFT_FORMAT_BC3)));

    EXPECT_FALSE(copies(plan_of("output 0.5 * input;", rgba, TONELIFT_FORMAT_BC1)));
    EXPECT_FALSE(copies(copy_of(rgba, TONELIFT_FORMAT_RGBA64)));
    EXPECT_FALSE(copies(copy_of(rgb_video(TONELIFT_FORMAT_RGB24, 16, 8), TONELIFT_FORMAT_BC1)));
    EXPECT_FALSE(copies(copy_of(hdr10_video(TONELIFT_FORMAT_P010, 16, 8), TONELIFT_FORMAT_BC1)));
}

bool is_packed_bytes(const Format& format) {
    return format.family == Family::RGB && format.sample == Sample::U8 &&
           format.components[0].step >= 3 && !format.is_texture();
}

TEST(CopiedBytes, CopyEqualsTheCpuForEveryPackedFormat) {
    const InterpretedDevice device({interpreter::Error::none, false, "", ""});
    for (const Format* from : all_formats()) {
        if (!is_packed_bytes(*from)) continue;
        const tonelift_video in = rgb_video(static_cast<tonelift_format>(from->id), 43, 3);
        std::vector<TestPicture> source(1, picture_for(in));
        source[0].fill_hostile(7);
        for (const Format* to : all_formats()) {
            if (!is_packed_bytes(*to)) continue;
            const Plan plan = copy_of(in, static_cast<tonelift_format>(to->id));
            std::vector<TestPicture> expected(1, TestPicture(plan.output, Pitch::padded));
            run_on_cpu(plan, source, expected);
            for (const Pitch pitch : {Pitch::aligned, Pitch::negative}) {
                std::vector<TestPicture> made(1, TestPicture(plan.output, pitch));
                run_on_device(plan, open_cuda_device({}), source, made, {1, 1});
                EXPECT_TRUE(made[0].padding_untouched());
                EXPECT_EQ(difference(expected[0], made[0], 1).worst, 0)
                    << from->ffmpeg << " to " << to->ffmpeg;
            }
        }
    }
    EXPECT_EQ(InterpretedDevice::fault(), "");
}

}  // namespace
}  // namespace tonelift::copied_bytes_test
