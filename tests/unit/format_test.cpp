// SPDX-License-Identifier: BSD-2-Clause
//
// The format table: names, planes and sizes.
#include "kernels/format.h"

#include <gtest/gtest.h>
#include <tonelift/frame.h>

namespace tonelift {
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
    EXPECT_EQ(format->plane_width(0, 17), 17);
    EXPECT_EQ(format->plane_width(1, 17), 9);
    EXPECT_EQ(format->plane_height(2, 1), 1);
}

TEST(Format, SemiPlanarRowsHoldBothChromaComponents) {
    const Format* format = find_format(TONELIFT_FORMAT_P010);
    EXPECT_EQ(format->planes(), 2);
    EXPECT_EQ(format->row_bytes(1, 17), 9 * 2 * 2);
    EXPECT_EQ(find_format(TONELIFT_FORMAT_RGB48)->row_bytes(0, 5), 30);
}

}  // namespace
}  // namespace tonelift
