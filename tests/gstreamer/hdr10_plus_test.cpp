// SPDX-License-Identifier: BSD-2-Clause
// Tests that HDR10+ metadata of buffers gives the same values as the FFmpeg filter reads. The test
// replaces the functions of GStreamer 1.30 that find and parse the metadata.
#include <gst/video/video.h>
#include <gtest/gtest.h>
#include <tonelift/tonelift.h>

#include <cstring>

// The function under test and its kinds of light, as the element declares them.
enum Light : unsigned { sdr, hlg, pq };
extern "C" void gst_tonelift_read_hdr10_plus(tonelift_frame* frame, GstBuffer* buffer, Light light,
                                             tonelift_hdr10_plus* curve);

namespace {

GstVideoHDR10Plus stated;
const GstVideoHDRMeta meta{GST_VIDEO_HDR_FORMAT_HDR10_PLUS,
                           reinterpret_cast<const guint8*>(&stated), sizeof(stated)};

}  // namespace

const GstVideoHDRMeta* gst_buffer_get_video_hdr_meta(GstBuffer*) { return &meta; }

gboolean gst_video_hdr_parse_hdr10_plus(const guint8* data, gsize size, GstVideoHDR10Plus* parsed) {
    std::memcpy(parsed, data, size);
    return TRUE;
}

namespace tonelift::hdr10_plus_test {
namespace {

class Hdr10Plus : public testing::Test {
  protected:
    Hdr10Plus() {
        stated = {};
        stated.num_windows = 1;
        window_.maxscl[1] = 9000;
    }

    void add_percentile(guint8 rank, guint32 code) {
        window_.distribution_index[window_.num_distributions] = rank;
        window_.distribution_values[window_.num_distributions++] = code;
    }
    tonelift_frame read(Light light = pq) {
        tonelift_frame frame;
        tonelift_frame_default(&frame);
        gst_tonelift_read_hdr10_plus(&frame, nullptr, light, &curve_);
        return frame;
    }

    GstVideoColorVolumeTransformation& window_ = stated.processing_window[0];
    tonelift_hdr10_plus curve_{};
};

TEST_F(Hdr10Plus, PeakIsLimitedByHighPercentiles) {
    EXPECT_EQ(read().scene_peak, 900);
    add_percentile(90, 2000);
    EXPECT_EQ(read().scene_peak, 900) << "the rank is below 95 %";
    add_percentile(95, 3000);
    add_percentile(99, 4000);
    EXPECT_EQ(read().scene_peak, 400);
    window_.maxscl[1] = 1000;
    EXPECT_EQ(read().scene_peak, 100);
    window_.maxscl[1] = 0;
    EXPECT_EQ(read().scene_peak, 400);
}

TEST_F(Hdr10Plus, AppliesOnlyToPq) {
    window_.tone_mapping_flag = 1;
    EXPECT_EQ(read().hdr10_plus, &curve_);
    for (const Light other : {sdr, hlg}) {
        EXPECT_EQ(read(other).scene_peak, 0);
        EXPECT_EQ(read(other).hdr10_plus, nullptr);
    }
}

}  // namespace
}  // namespace tonelift::hdr10_plus_test
