// SPDX-License-Identifier: BSD-2-Clause
// Tests descriptions of the input: guesses, overrides, HDR metadata, and contradictions.
#include <gtest/gtest.h>

#include <limits>

#include "kernels/error.h"
#include "kernels/format.h"
#include "tests/unit/describe_videos.h"

namespace tonelift::describe_test {
namespace {

TEST(DescribeInput, KeepsTheTagsOfAStream) {
    std::string assumed = "stale";
    const tonelift_video in = describe_input(hdr10(), default_options(), &assumed);
    EXPECT_EQ(assumed, "");
    EXPECT_EQ(in.primaries, 9);
    EXPECT_EQ(in.transfer, 16);
    EXPECT_EQ(in.matrix, 9);
    EXPECT_EQ(in.range, h273::range_limited);
    EXPECT_EQ(in.chroma_location, TONELIFT_CHROMA_TOPLEFT);
}

TEST(DescribeInput, UntaggedSdrGetsItsColorFromItsSize) {
    struct Case {
        int width, height, primaries;
    };
    for (const Case& c : {Case{1920, 1080, 1},
                          {1280, 536, 1},
                          {720, 576, 5},
                          {720, 480, 6},
                          {352, 288, 5},
                          {1, 1, 6},
                          {16384, 16384, 1}}) {
        std::string assumed;
        const tonelift_video in = describe_input(
            untagged(TONELIFT_FORMAT_YUV420P, c.width, c.height), default_options(), &assumed);
        EXPECT_EQ(in.primaries, c.primaries) << c.width << "x" << c.height;
        EXPECT_EQ(in.matrix, c.primaries) << c.width << "x" << c.height;
        EXPECT_EQ(in.transfer, h273::transfer_bt709);
        EXPECT_EQ(in.range, h273::range_limited);
        EXPECT_EQ(in.chroma_location, TONELIFT_CHROMA_LEFT);
        EXPECT_NE(assumed.find("in_matrix"), std::string::npos) << assumed;
    }
}

// ITU-T T.871: a JPEG has full range and the matrix of BT.601. An input with both properties is
// therefore treated as a JPEG, whose colors are sRGB.
TEST(DescribeInput, FullRangeBt601IsJpeg) {
    tonelift_video video = untagged(TONELIFT_FORMAT_YUV420P, 1920, 1080);
    video.range = h273::range_full;
    EXPECT_EQ(described(video).transfer, h273::transfer_bt709);
    video.matrix = h273::matrix_625;
    EXPECT_EQ(described(video).transfer, h273::transfer_srgb);
    EXPECT_EQ(described(video).primaries, h273::primaries_bt709);
    EXPECT_EQ(output_of(video).range, h273::range_full);
    EXPECT_EQ(output_of(video).matrix, h273::matrix_625);
    video.range = h273::range_limited;
    EXPECT_EQ(described(video).transfer, h273::transfer_bt709);
}

TEST(DescribeInput, UntaggedRgbAndFloatGetDefaults) {
    const tonelift_video rgb = described(untagged(TONELIFT_FORMAT_RGB24, 320, 240));
    EXPECT_EQ(rgb.transfer, h273::transfer_srgb);
    EXPECT_EQ(rgb.primaries, h273::primaries_bt709);
    EXPECT_EQ(rgb.range, h273::range_full);
    const tonelift_video linear = described(untagged(TONELIFT_FORMAT_GBRPF32, 320, 240));
    EXPECT_EQ(linear.transfer, h273::transfer_linear);
    EXPECT_EQ(linear.primaries, h273::primaries_bt709);
    EXPECT_TRUE(is_hdr(linear));
    EXPECT_EQ(described(untagged(TONELIFT_FORMAT_GRAY8, 320, 240)).range, h273::range_full);
}

// ITU-R BT.2408: SDR white is 203 cd/m2, so only light above it makes the input HDR.
TEST(DescribeInput, LinearIntegersAreHdrIfTheirLargestCodeIsAboveSdrWhite) {
    tonelift_video video = untagged(TONELIFT_FORMAT_GBRP16, 320, 240);
    video.transfer = h273::transfer_linear;
    for (const double white : {0.0, 100.0, 203.0, 204.0, 1000.0}) {
        video.linear_white = white;
        EXPECT_EQ(is_hdr(described(video)), white > 203) << white;
    }
}

TEST(DescribeInput, RgbIsFullRangeDespiteItsTag) {
    tonelift_video video = untagged(TONELIFT_FORMAT_RGB24, 320, 240);
    video.range = h273::range_limited;
    EXPECT_EQ(described(video).range, h273::range_full);
    tonelift_options options = default_options();
    options.in_range = h273::range_limited;
    EXPECT_EQ(described(video, options).range, h273::range_limited);
}

TEST(DescribeInput, AssumesPqForWideDeepColorWithoutTransfer) {
    for (const bool by_matrix : {false, true}) {
        tonelift_video video = untagged(TONELIFT_FORMAT_P010, 3840, 2160);
        (by_matrix ? video.matrix : video.primaries) = 9;
        std::string assumed;
        const tonelift_video in = describe_input(video, default_options(), &assumed);
        EXPECT_EQ(in.transfer, h273::transfer_pq);
        EXPECT_EQ(in.primaries, 9);
        EXPECT_EQ(in.matrix, 9);
        EXPECT_NE(assumed.find("transfer smpte2084 (in_transfer)"), std::string::npos) << assumed;
    }
    tonelift_video metadata = untagged(TONELIFT_FORMAT_YUV420P10, 3840, 2160);
    metadata.mastering_max = 1000;
    EXPECT_EQ(described(metadata).transfer, h273::transfer_pq);
    EXPECT_EQ(described(metadata).primaries, h273::primaries_bt2020);
    EXPECT_EQ(described(untagged(TONELIFT_FORMAT_YUV420P10, 3840, 2160)).transfer, 1);
    tonelift_video eight_bit = untagged(TONELIFT_FORMAT_YUV420P, 3840, 2160);
    eight_bit.primaries = 9;
    EXPECT_EQ(described(eight_bit).transfer, h273::transfer_bt709);
}

TEST(DescribeInput, FillsPrimariesAndMatrixOfHlg) {
    tonelift_video video = untagged(TONELIFT_FORMAT_YUV420P10, 1920, 1080);
    video.transfer = h273::transfer_hlg;
    EXPECT_EQ(described(video).primaries, 9);
    EXPECT_EQ(described(video).matrix, 9);
}

TEST(DescribeInput, OptionsWinOverTags) {
    tonelift_options options = default_options();
    options.in_transfer = 18;
    options.in_primaries = 12;
    options.in_matrix = 1;
    options.in_range = 2;
    const tonelift_video in = described(hdr10(), options);
    EXPECT_EQ(in.transfer, 18);
    EXPECT_EQ(in.primaries, 12);
    EXPECT_EQ(in.matrix, 1);
    EXPECT_EQ(in.range, 2);
}

TEST(DescribeInput, RefusesContradictions) {
    tonelift_video video = hdr10();
    video.format = TONELIFT_FORMAT_NONE;
    EXPECT_THROW(described(video), Error);
    for (const int size : {0, -1, 16385}) {
        video = hdr10();
        video.width = size;
        EXPECT_THROW(described(video), Error);
    }
    for (int tonelift_video::*field :
         {&tonelift_video::primaries, &tonelift_video::transfer, &tonelift_video::matrix}) {
        video = hdr10();
        video.*field = 200;
        EXPECT_THROW(described(video), Error);
    }
}

TEST(DescribeInput, ReshapedDolbyVisionIsPq) {
    tonelift_video video = hdr10();
    video.primaries = video.transfer = video.matrix = h273::unspecified;
    video.range = 0;
    video.dolby_vision_profile = 5;
    const tonelift_video in = described(video);
    EXPECT_TRUE(is_reshaped(in));
    EXPECT_EQ(in.transfer, h273::transfer_pq);
    EXPECT_EQ(in.primaries, h273::primaries_bt2020);
    EXPECT_EQ(in.range, h273::range_full);
    video.range = h273::range_limited;
    EXPECT_EQ(described(video).range, h273::range_limited);
}

TEST(DescribeInput, HiddenDolbyVisionIsRefusedForEveryUnknownTag) {
    for (const int unknown : {0, 2, 3}) {
        tonelift_video video = untagged(TONELIFT_FORMAT_YUV420P10, 1920, 1080);
        video.primaries = video.transfer = video.matrix = unknown;
        video.range = h273::range_full;
        EXPECT_THROW(described(video), Error) << unknown;
        video.range = h273::range_limited;
        EXPECT_NO_THROW(described(video)) << unknown;
    }
}

TEST(DescribeInput, UsesTheBaseLayerOfDolbyVisionIfCompatibleOrRequested) {
    tonelift_video video = hdr10();
    video.dolby_vision_profile = 8;
    video.dolby_vision_compatibility = 1;
    EXPECT_FALSE(is_reshaped(described(video)));
    tonelift_options options = default_options();
    options.apply_dolbyvision = 0;
    tonelift_video alone = untagged(TONELIFT_FORMAT_YUV420P10, 1920, 1080);
    alone.dolby_vision_profile = 5;
    EXPECT_TRUE(is_reshaped(described(alone)));
    EXPECT_FALSE(is_reshaped(described(alone, options)));
}

// The base layer of profile 5 is IPT with PQ in full range (ETSI GS CCM 001). If color tags
// contradict this, Dolby Vision is not applied.
TEST(DescribeInput, ColorTagsWinOverDolbyVision) {
    struct Case {
        int primaries, transfer, matrix;
        bool reshaped;
        int range = 0;
    };
    for (const Case& c : {Case{2, 2, 2, true},
                          {2, 2, 2, true, h273::range_limited},
                          {9, 16, 2, true, h273::range_full},
                          {9, 16, 15, true, h273::range_limited},
                          {9, 16, 2, false, h273::range_limited},
                          {2, 16, 2, false, h273::range_limited},
                          {9, 2, 0, false, h273::range_limited},
                          {9, 16, 2, true},
                          {9, 16, 14, true},
                          {9, 16, 15, true},
                          {0, 0, 0, true},
                          {9, 16, 9, false},
                          {2, 2, 9, false},
                          {9, 18, 9, false},
                          {2, 18, 2, false},
                          {1, 1, 1, false},
                          {2, 1, 2, false},
                          {1, 2, 2, false}}) {
        tonelift_video video = untagged(TONELIFT_FORMAT_YUV420P10, 1920, 1080);
        video.primaries = c.primaries;
        video.transfer = c.transfer;
        video.matrix = c.matrix;
        video.range = c.range;
        video.dolby_vision_profile = 5;
        std::string remarks;
        const tonelift_video in = describe_input(video, default_options(), &remarks);
        const std::string what = std::to_string(c.primaries) + "/" + std::to_string(c.transfer) +
                                 "/" + std::to_string(c.matrix) + "/" + std::to_string(c.range) +
                                 ": " + remarks;
        EXPECT_EQ(is_reshaped(in), c.reshaped) << what;
        EXPECT_EQ(remarks.find("apply_dolbyvision=2") == std::string::npos, c.reshaped) << what;
        EXPECT_TRUE(c.transfer <= 2 || in.transfer == c.transfer) << what;
        tonelift_options options = default_options();
        options.apply_dolbyvision = 2;
        EXPECT_TRUE(is_reshaped(described(video, options))) << what;
    }
}

TEST(DescribeInput, IgnoresHdrMetadataOfTaggedSdr) {
    for (const int transfer : {1, 6, 13, 14}) {
        tonelift_video video = hdr10();
        video.transfer = transfer;
        video.mastering_min = 0.005;
        video.mastering_max = 1000;
        video.max_cll = 800;
        std::string remarks;
        const tonelift_video in = describe_input(video, default_options(), &remarks);
        EXPECT_EQ(in.mastering_max + in.max_cll, 0);
        EXPECT_NE(remarks.find("in_transfer=pq"), std::string::npos) << remarks;
        tonelift_options options = default_options();
        options.in_transfer = h273::transfer_pq;
        EXPECT_EQ(described(video, options).max_cll, 800);
        options.in_transfer = transfer;
        describe_input(video, options, &remarks);
        EXPECT_EQ(remarks, "") << "the user said so";
    }
}

// The mastering display's black must be below its white (SMPTE ST 2086). The frame-average light
// level (MaxFALL) must not exceed the light level of the brightest pixel (MaxCLL; CTA-861.3).
TEST(DescribeInput, IgnoresContradictoryLightMetadata) {
    tonelift_video video = hdr10();
    video.mastering_min = 1000;
    video.mastering_max = 0.005;
    video.max_cll = 400;
    video.max_fall = 1000;
    std::string remarks;
    const tonelift_video in = describe_input(video, default_options(), &remarks);
    EXPECT_EQ(in.mastering_min + in.mastering_max + in.max_cll + in.max_fall, 0);
    EXPECT_NE(remarks.find("mastering display is ignored"), std::string::npos) << remarks;
    EXPECT_NE(remarks.find("light level is ignored"), std::string::npos) << remarks;
    tonelift_options options = default_options();
    options.transfer = h273::transfer_pq;
    EXPECT_EQ(output_of(video, options).max_fall, 0);
    video.mastering_min = video.max_fall = 0;
    video.mastering_max = 4000;
    const tonelift_video right = describe_input(video, default_options(), &remarks);
    EXPECT_EQ(right.mastering_max, 4000);
    EXPECT_EQ(right.max_cll, 400);
    EXPECT_EQ(remarks, "");
}

TEST(DescribeInput, WarnsThatWideIntegerLinearLightIsSdr) {
    const auto remarks_on = [](tonelift_video video, double white = 0) {
        tonelift_options options = default_options();
        options.in_white = white;
        std::string remarks;
        describe_input(video, options, &remarks);
        return remarks;
    };
    tonelift_video video = hdr10();
    video.transfer = h273::transfer_linear;
    EXPECT_TRUE(remarks_on(video).starts_with("linear light in integer samples"))
        << remarks_on(video);
    EXPECT_EQ(remarks_on(video, 1000), "");
    video.max_cll = 1000;
    EXPECT_NE(remarks_on(video).find("HDR metadata of the stream is ignored"), std::string::npos);
    EXPECT_NE(remarks_on(video).find("linear light in integer samples"), std::string::npos);
    EXPECT_EQ(remarks_on(video).find("in_transfer=pq"), std::string::npos) << remarks_on(video);
    video.max_cll = 0;
    video.primaries = h273::primaries_bt709;
    video.matrix = h273::matrix_bt709;
    EXPECT_EQ(remarks_on(video), "");
    video = hdr10(TONELIFT_FORMAT_GBRPF32);
    video.transfer = h273::transfer_linear;
    EXPECT_EQ(remarks_on(video), "");
}

TEST(DescribeInput, RefusesConvertedDolbyVision) {
    tonelift_video video = untagged(TONELIFT_FORMAT_RGB24, 1920, 1080);
    video.dolby_vision_profile = 5;
    try {
        described(video);
        FAIL() << "RGB was taken";
    } catch (const Error& error) {
        EXPECT_EQ(error.failure(), Failure::unsupported);
        EXPECT_NE(std::string(error.what()).find("profile 5"), std::string::npos);
    }
}

TEST(DescribeInput, RefusesSuspectedDolbyVisionUnlessOverridden) {
    tonelift_video video = hdr10();
    video.primaries = video.transfer = video.matrix = h273::unspecified;
    video.range = h273::range_full;
    EXPECT_THROW(described(video), Error);
    tonelift_options options = default_options();
    options.apply_dolbyvision = 0;
    EXPECT_NO_THROW(described(video, options));
    options = default_options();
    options.in_transfer = h273::transfer_pq;
    EXPECT_EQ(described(video, options).transfer, h273::transfer_pq);
    video.range = h273::range_limited;
    EXPECT_NO_THROW(described(video));
}

TEST(SourcePeak, UsesOnlyPlausibleMetadata) {
    struct Case {
        double mastering_min, mastering_max, max_cll, max_fall, peak;
    };
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    for (const Case& c : {
             Case{0, 0, 0, 0, 1000},
             {0.005, 4000, 0, 0, 4000},
             {0.005, 1000, 650, 120, 650},
             {0.005, 1000, 1150, 120, 1150},
             {0.005, 1000, 10000, 400, 1000},
             {0, 0, 10000, 400, 10000},
             {50, 10000000, 0, 0, 1000},
             {0.005, 10, 0, 0, 1000},
             {0.005, 1000, 1, 0, 1000},
             {0.005, 1000, 200, 400, 1000},
             {2000, 1000, 0, 0, 1000},
             {nan, nan, nan, nan, 1000},
             {0.005, 1000, -5, -5, 1000},
             {0.005, 1000, 120, 60, 203},
         }) {
        tonelift_video video = hdr10();
        video.mastering_min = c.mastering_min;
        video.mastering_max = c.mastering_max;
        video.max_cll = c.max_cll;
        video.max_fall = c.max_fall;
        EXPECT_EQ(source_peak_nits(video, default_options()), c.peak)
            << c.mastering_max << " " << c.max_cll;
    }
}

TEST(SourcePeak, FollowsTheOptionThenTheTransfer) {
    tonelift_options options = default_options();
    tonelift_video video = hdr10();
    video.max_cll = 4000;
    options.source_peak = 600;
    EXPECT_EQ(source_peak_nits(video, options), 600);
    options.source_peak = 0;
    video.transfer = h273::transfer_hlg;
    EXPECT_EQ(source_peak_nits(video, options), 1000);
    video.transfer = h273::transfer_bt709;
    EXPECT_EQ(source_peak_nits(video, options), 203);
}

}  // namespace
}  // namespace tonelift::describe_test
