// SPDX-License-Identifier: BSD-2-Clause
// Tests descriptions of the output: formats, overrides and HDR metadata. Any description of the
// input gives an error or a valid description of the output.
#include <gtest/gtest.h>

#include <climits>
#include <cstring>
#include <limits>
#include <random>

#include "core/color/primaries.h"
#include "core/color/ycbcr.h"
#include "kernels/error.h"
#include "kernels/format.h"
#include "tests/unit/describe_videos.h"

namespace tonelift::describe_output_test {
namespace {

TEST(DescribeOutput, ConvertsHdrToEightBitBt709) {
    tonelift_video video = hdr10(TONELIFT_FORMAT_P010);
    video.mastering_max = 1000;
    video.max_cll = 900;
    video.max_fall = 200;
    const tonelift_video out = output_of(video);
    EXPECT_EQ(out.format, TONELIFT_FORMAT_NV12);
    EXPECT_EQ(out.width, 1920);
    EXPECT_EQ(out.height, 1080);
    EXPECT_EQ(out.transfer, 1);
    EXPECT_EQ(out.primaries, 1);
    EXPECT_EQ(out.matrix, 1);
    EXPECT_EQ(out.range, h273::range_limited);
    EXPECT_EQ(out.chroma_location, TONELIFT_CHROMA_LEFT);
    EXPECT_EQ(out.mastering_max + out.max_cll + out.max_fall, 0);
    EXPECT_EQ(target_peak_nits(out, default_options()), 203);
}

TEST(DescribeOutput, ConvertsFullRangeToLimitedHdr) {
    tonelift_video video = untagged(TONELIFT_FORMAT_YUV420P, 1920, 1080);
    video.range = h273::range_full;
    tonelift_options options = default_options();
    options.transfer = h273::transfer_pq;
    EXPECT_EQ(output_of(video, options).range, h273::range_limited);
    options.range = h273::range_full;
    EXPECT_EQ(output_of(video, options).range, h273::range_full);
}

TEST(DescribeOutput, SdrKeepsItsDescription) {
    for (const int size : {480, 576, 1080}) {
        const tonelift_video in = described(untagged(TONELIFT_FORMAT_YUV422P, 720, size));
        const tonelift_video out = describe_output(default_options(), in);
        EXPECT_EQ(out.format, in.format);
        EXPECT_EQ(out.primaries, in.primaries);
        EXPECT_EQ(out.transfer, in.transfer);
        EXPECT_EQ(out.matrix, in.matrix);
        EXPECT_EQ(out.range, in.range);
        EXPECT_EQ(out.chroma_location, in.chroma_location);
    }
}

TEST(DescribeOutput, FindsAnAutomaticFormatForEveryFormat) {
    for (const int number : format_numbers) {
        const Format& from = *find_format(number);
        const Format& to = *find_format(output_of(untagged(number, 64, 64)).format);
        EXPECT_EQ(to.family, from.family) << from.ffmpeg;
        EXPECT_EQ(to.has_alpha(), from.has_alpha()) << from.ffmpeg;
        EXPECT_EQ(to.chroma_w, from.chroma_w) << from.ffmpeg;
        EXPECT_EQ(to.chroma_h, from.chroma_h) << from.ffmpeg;
        EXPECT_EQ(to.planes(), from.planes()) << from.ffmpeg;
        const bool keeps = from.family == Family::RGB || from.sample == Sample::F32;
        EXPECT_EQ(to.depth, keeps ? from.depth : 8) << from.ffmpeg;
    }
}

TEST(DescribeOutput, FindsTenBitsForEveryFormat) {
    tonelift_options options = default_options();
    options.transfer = h273::transfer_pq;
    for (const int number : format_numbers) {
        const Format& from = *find_format(number);
        if (from.family == Family::RGB) continue;
        const Format& to = *find_format(output_of(untagged(number, 64, 64), options).format);
        EXPECT_GE(to.depth, 10) << from.ffmpeg;
        EXPECT_EQ(to.has_alpha(), from.has_alpha()) << from.ffmpeg;
        EXPECT_EQ(to.chroma_w, from.chroma_w) << from.ffmpeg;
        EXPECT_EQ(to.chroma_h, from.chroma_h) << from.ffmpeg;
    }
}

TEST(DescribeOutput, WritesPqInTenBits) {
    tonelift_options options = default_options();
    options.transfer = h273::transfer_pq;
    const tonelift_video out = output_of(untagged(TONELIFT_FORMAT_NV12, 1920, 1080), options);
    EXPECT_EQ(out.format, TONELIFT_FORMAT_P010);
    EXPECT_EQ(out.primaries, 9);
    EXPECT_EQ(out.matrix, 9);
    EXPECT_EQ(out.mastering_max, 1000);
    EXPECT_EQ(out.mastering_min, 0.005);
    EXPECT_EQ(out.max_cll, 1000) << "nothing exceeds it";
    EXPECT_EQ(out.max_fall, 0) << "unknown";
    EXPECT_EQ(out.chroma_location, TONELIFT_CHROMA_TOPLEFT);
    EXPECT_EQ(output_of(hdr10(TONELIFT_FORMAT_YUV444P12), options).format,
              TONELIFT_FORMAT_YUV444P12);
}

TEST(DescribeOutput, HdrMetadataContainsAllLight) {
    tonelift_options options = default_options();
    options.transfer = h273::transfer_pq;
    tonelift_video video = hdr10();
    video.mastering_max = 1000;
    video.mastering_min = 0.0001;
    video.max_cll = 800;
    video.max_fall = 200;
    for (const double target : {0, 600, 1000, 2000}) {
        options.target_peak = target;
        const tonelift_video out = output_of(video, options);
        const double peak = target > 0 ? target : 1000;
        EXPECT_EQ(out.max_cll, peak);
        EXPECT_EQ(out.max_fall, 0) << "unknown";
        EXPECT_EQ(out.mastering_max, peak);
        EXPECT_EQ(out.mastering_min, 0.0001);
    }
    video.mastering_min = 0.05;
    EXPECT_EQ(output_of(video, options).mastering_min, 0.005);
    options.transfer = h273::transfer_hlg;
    EXPECT_EQ(output_of(video, options).max_cll, 0) << "HLG has no light level";
    EXPECT_EQ(output_of(video, options).mastering_max, 2000);
}

TEST(DescribeOutput, AcceptsNamedFormatsAndRefusesUnknownOnes) {
    tonelift_options options = default_options();
    options.format = "same";
    EXPECT_EQ(output_of(hdr10(), options).format, TONELIFT_FORMAT_YUV420P10);
    options.format = "rgb24";
    EXPECT_EQ(output_of(hdr10(), options).format, TONELIFT_FORMAT_RGB24);
    EXPECT_EQ(output_of(hdr10(), options).range, h273::range_full);
    EXPECT_EQ(output_of(hdr10(), options).matrix, h273::matrix_rgb);
    options.format = "yuv420p";
    const tonelift_video from_rgb = output_of(untagged(TONELIFT_FORMAT_RGB24, 320, 240), options);
    EXPECT_EQ(from_rgb.range, h273::range_limited);
    EXPECT_EQ(from_rgb.matrix, h273::matrix_bt709);
    options.format = "yuv421p";
    EXPECT_THROW(output_of(hdr10(), options), Error);
}

TEST(DescribeOutput, IsCompleteForEveryCombination) {
    for (const int in_transfer : {1, 4, 5, 8, 13, 16, 18}) {
        for (const int transfer : {-1, 1, 8, 13, 16, 18}) {
            for (const int primaries : {-1, 1, 5, 6, 9, 11, 12}) {
                tonelift_options options = default_options();
                options.in_transfer = in_transfer;
                options.transfer = transfer;
                options.primaries = primaries;
                const tonelift_video out = output_of(hdr10(), options);
                EXPECT_TRUE(primaries_supported(out.primaries));
                EXPECT_TRUE(matrix_supported(out.matrix));
                EXPECT_NO_THROW(transfer_function(out.transfer));
                EXPECT_GT(out.range, 0);
            }
        }
    }
}

// Puts a number into an enum variable. In C, such a variable can contain a number without an enum
// constant.
template <typename Enum>
void put_number(Enum& value, int number) {
    std::memcpy(&value, &number, sizeof(value));
}

TEST(Describe, SurvivesAnyDescription) {
    constexpr unsigned seed = 20240615;
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    constexpr double inf = std::numeric_limits<double>::infinity();
    const int codes[] = {-1, 0,  1,  2,  3,  4,  5,   6,       7,      8,
                         9,  12, 13, 16, 18, 22, 255, INT_MIN, INT_MAX};
    const int sizes[] = {INT_MIN, -1, 0, 1, 2, 17, 480, 576, 1080, 16384, 16385, INT_MAX};
    const double lights[] = {0, 1e-4, 0.005, 1, 100, 203, 1000, 4000, 1e4, 1e7, -1, -inf, inf, nan};
    std::mt19937 random(seed);
    const auto pick = [&](const auto& choices) { return choices[random() % std::size(choices)]; };
    int complete = 0;
    for (int i = 0; i < 100000; ++i) {
        tonelift_video video =
            untagged(format_numbers[random() % std::size(format_numbers)],
                     random() % 4 ? 64 : pick(sizes), random() % 4 ? 64 : pick(sizes));
        if (random() % 16 == 0) put_number(video.format, static_cast<int>(random() % 256));
        video.primaries = pick(codes);
        video.transfer = pick(codes);
        video.matrix = pick(codes);
        video.range = pick(codes);
        put_number(video.chroma_location, pick(codes));
        video.mastering_min = pick(lights);
        video.mastering_max = pick(lights);
        video.max_cll = pick(lights);
        video.max_fall = pick(lights);
        tonelift_options options = default_options();
        options.target_peak = random() % 2 ? 0 : 600;
        options.transfer = random() % 2 ? -1 : h273::transfer_pq;
        try {
            const tonelift_video in = described(video, options);
            const tonelift_video out = describe_output(options, in);
            for (const tonelift_video& v : {in, out}) {
                ASSERT_NO_THROW(transfer_function(v.transfer));
                ASSERT_TRUE(primaries_supported(v.primaries));
                ASSERT_TRUE(v.range == 1 || v.range == 2);
                ASSERT_TRUE(v.mastering_max >= 0 && v.mastering_max <= 10000) << v.mastering_max;
                ASSERT_TRUE(v.max_cll >= 0 && v.max_cll <= 10000) << v.max_cll;
                const Format& format = *find_format(v.format);
                ASSERT_TRUE(format.family == Family::RGB || matrix_supported(v.matrix));
                ASSERT_TRUE(!format.subsampled() || v.chroma_location != 0);
            }
            const double peak = source_peak_nits(in, options);
            ASSERT_TRUE(peak >= 203 && peak <= 10000) << peak << ", seed " << seed;
            ++complete;
        } catch (const Error& error) {
            ASSERT_STRNE(error.what(), "");
        }
    }
    EXPECT_GT(complete, 10000) << "seed " << seed;
}

}  // namespace
}  // namespace tonelift::describe_output_test
