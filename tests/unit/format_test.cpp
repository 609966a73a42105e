// SPDX-License-Identifier: BSD-2-Clause
// Tests the table of pixel formats: names, planes and sizes.
#include "kernels/format.h"

#include <gtest/gtest.h>
#include <tonelift/frame.h>

namespace tonelift::format_test {
namespace {

TEST(Format, IsFoundByNumberAndByEveryName) {
    for (int number = 1; number < 100; ++number) {
        const Format* format = find_format(number);
        if (format == nullptr) continue;
        EXPECT_EQ(find_format(format->ffmpeg), format) << format->ffmpeg;
        if (*format->gstreamer == '\0') continue;
        EXPECT_EQ(find_format(format->gstreamer), format);
    }
    EXPECT_EQ(find_format("p010"), find_format(TONELIFT_FORMAT_P010));
    EXPECT_EQ(find_format("no such format"), nullptr);
    EXPECT_EQ(find_format(""), nullptr);
}

TEST(Format, RoundsChromaPlanesUp) {
    const Format* format = find_format(TONELIFT_FORMAT_YUV420P);
    EXPECT_EQ(format->planes(), 3);
    EXPECT_EQ(format->component_width(0, 17), 17);
    EXPECT_EQ(format->component_width(1, 17), 9);
    EXPECT_EQ(format->plane_height(2, 1), 1);
}

TEST(Format, SemiPlanarRowsContainBothChromaComponents) {
    const Format* format = find_format(TONELIFT_FORMAT_P010);
    EXPECT_EQ(format->planes(), 2);
    EXPECT_EQ(format->row_bytes(1, 17), 9 * 2 * 2);
    EXPECT_EQ(find_format(TONELIFT_FORMAT_RGB48)->row_bytes(0, 5), 30);
}

TEST(Format, InterleavedChromaRoundsRowsUp) {
    const Format* format = find_format(TONELIFT_FORMAT_UYVY422);
    EXPECT_TRUE(format->interleaves_chroma());
    EXPECT_EQ(format->planes(), 1);
    EXPECT_EQ(format->component_width(0, 17), 17);
    EXPECT_EQ(format->component_width(2, 17), 9);
    EXPECT_EQ(format->row_bytes(0, 17), 36);
    EXPECT_EQ(format->row_bytes(0, 16), 32);
    EXPECT_EQ(find_format(TONELIFT_FORMAT_Y210)->row_bytes(0, 1), 8);
    EXPECT_FALSE(find_format(TONELIFT_FORMAT_NV16)->interleaves_chroma());
}

TEST(Format, WordsOfThreeSamplesRoundRowsUp) {
    const Format* format = find_format("v210");
    EXPECT_TRUE(format->interleaves_chroma());
    EXPECT_EQ(format->sample_bytes(), 4);
    EXPECT_EQ(format->row_bytes(0, 1), 16);
    EXPECT_EQ(format->row_bytes(0, 6), 16);
    EXPECT_EQ(format->row_bytes(0, 7), 32);
    EXPECT_EQ(format->row_bytes(0, 1920), 5120);
}

TEST(Format, ComponentOrderDoesNotChangeSizes) {
    const Format *nv12 = find_format("nv12"), *nv21 = find_format("nv21");
    EXPECT_EQ(nv21->components[1].offset, nv12->components[2].offset);
    EXPECT_EQ(nv21->row_bytes(1, 17), nv12->row_bytes(1, 17));
    EXPECT_EQ(find_format("YV12")->components[1].plane, 2);
    EXPECT_EQ(find_format("xRGB")->row_bytes(0, 5), 20);
}

}  // namespace
}  // namespace tonelift::format_test
