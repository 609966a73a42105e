// SPDX-License-Identifier: BSD-2-Clause
// Tests that the element's output equals the output of direct calls of the library, byte for byte.
#include <gtest/gtest.h>

#include "tests/gstreamer/picture_buffer.h"
#include "tests/support/api_stream.h"

namespace tonelift::picture_test {
namespace {

constexpr int frames = 3;

struct Kind {
    const char* colorimetry;
    int primaries, transfer, matrix;
};
constexpr Kind pq{"bt2100-pq", 9, 16, 9};
constexpr Kind hlg{"bt2100-hlg", 9, 18, 9};
constexpr Kind sdr{"bt709", 1, 1, 1};

bool gstreamer_has(const Format& format) {
    return gst_video_format_from_string(format.gstreamer) != GST_VIDEO_FORMAT_UNKNOWN;
}

std::vector<const Format*> gstreamer_formats() {
    std::vector<const Format*> found = all_formats();
    std::erase_if(found, [](const Format* format) { return !gstreamer_has(*format); });
    return found;
}

tonelift_video describe(const Format& format, int width, int height, const Kind& kind) {
    tonelift_video video = make_video(static_cast<tonelift_format>(format.id), width, height);
    const bool rgb = format.family == Family::RGB;
    video.primaries = kind.primaries;
    video.transfer = kind.transfer;
    video.matrix = rgb ? 0 : kind.matrix;
    video.range = rgb ? 2 : 1;
    video.chroma_location = TONELIFT_CHROMA_LEFT;
    return video;
}

std::string colorimetry_of(const Format& format, const Kind& kind) {
    if (format.family != Family::RGB) return kind.colorimetry;
    const bool wide = kind.primaries == 9;
    const int transfer = kind.transfer == 16 ? 14 : kind.transfer == 18 ? 15 : 5;
    return "1:1:" + std::to_string(transfer) + (wide ? ":7" : ":1");
}

std::vector<TestPicture> inputs(const tonelift_video& video) {
    std::vector<TestPicture> pictures;
    for (uint32_t i = 0; i < frames; ++i) {
        pictures.push_back(picture_for(video));
        pictures.back().fill_legal(i + 1);
    }
    return pictures;
}

std::vector<TestPicture> expected(const tonelift_video& in, const std::vector<TestPicture>& from) {
    const tonelift_options options = default_options();
    const tonelift_video out = output_of(options, in);
    const FilterHandle filter = make_filter(options, in, out);
    std::vector<TestPicture> results;
    for (size_t i = 0; i < from.size(); ++i) {
        results.push_back(picture_for(out));
        const tonelift_frame source = frame_of(from[i], static_cast<double>(i) / 25);
        tonelift_frame target = frame_of(results[i], 0);
        EXPECT_EQ(tonelift_filter_process(filter.get(), &source, &target, 1), TONELIFT_OK);
    }
    return results;
}

void expect_same(const Format& format, int width, int height, const Kind& kind,
                 const std::string& launch = "tonelift", int padding = 0) {
    SCOPED_TRACE(std::string(format.gstreamer) + " " + std::to_string(width) + "x" +
                 std::to_string(height) + " " + kind.colorimetry + " " + launch);
    const tonelift_video in = describe(format, width, height, kind);
    const tonelift_video out = output_of(default_options(), in);
    if (!gstreamer_has(*find_format(out.format))) return;
    const std::vector<TestPicture> from = inputs(in), wanted = expected(in, from);

    Element element(launch);
    element.set_input(video_caps(format.gstreamer, width, height, colorimetry_of(format, kind)));
    for (int i = 0; i < frames; ++i) {
        ASSERT_EQ(element.push(buffer_of(from[static_cast<size_t>(i)], padding), i), GST_FLOW_OK)
            << element.said(GST_MESSAGE_ERROR);
    }
    gst_harness_push_event(element.harness(), gst_event_new_eos());
    for (const TestPicture& picture : wanted) {
        const BufferHandle made = element.pull();
        ASSERT_TRUE(made);
        EXPECT_EQ(field(element.output(), "format"), picture.format().gstreamer);
        EXPECT_TRUE(equal(picture, picture_of(made.get(), picture)));
    }
}

TEST(Picture, EqualsTheLibraryInEveryFormatOfPq) {
    EXPECT_GT(gstreamer_formats().size(), 30u);
    for (const Format* format : gstreamer_formats()) expect_same(*format, 64, 36, pq);
}

TEST(Picture, EqualsTheLibraryInEveryFormatOfSdr) {
    for (const Format* format : gstreamer_formats()) expect_same(*format, 64, 36, sdr);
}

TEST(Picture, EqualsTheLibraryInHlg) { expect_same(*find_format("I420_10LE"), 64, 36, hlg); }

TEST(Picture, EqualsTheLibraryAtOddSizes) {
    for (const char* name : {"I420_10LE", "P010_10LE", "NV12", "NV21", "YV12", "I422_10LE", "YUY2",
                             "UYVY", "Y210", "v210", "GBR_10LE", "RGB", "xRGB"}) {
        for (const auto& [width, height] : {std::pair(1, 1), {17, 31}, {319, 241}}) {
            expect_same(*find_format(name), width, height, pq);
        }
    }
}

TEST(Picture, EqualsTheLibraryWithPaddedRows) {
    for (const char* name : {"I420_10LE", "P010_10LE", "BGRA"}) {
        expect_same(*find_format(name), 63, 35, pq, "tonelift", 32);
    }
}

TEST(Picture, DoesNotDependOnBatches) {
    for (const char* launch : {"tonelift batch=2", "tonelift batch=3", "tonelift batch=64"}) {
        expect_same(*find_format("I420_10LE"), 64, 36, pq, launch);
    }
}

}  // namespace
}  // namespace tonelift::picture_test
