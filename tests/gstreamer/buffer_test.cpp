// SPDX-License-Identifier: BSD-2-Clause
// Tests the GstBuffers that the element outputs: their metadata, and the pools from which they
// come.
#include <gtest/gtest.h>

#include "tests/gstreamer/picture_buffer.h"

namespace tonelift::buffer_test {
namespace {

const std::string hdr_caps = video_caps("I420_10LE", 64, 36, "bt2100-pq");
const std::string sdr_caps = video_caps("I420", 64, 36, "bt709");

BufferHandle frame_of(const char* format) {
    TestPicture picture(make_picture(format, 64, 36));
    picture.fill_legal(1);
    return buffer_of(picture);
}

BufferHandle hdr_frame() { return frame_of("I420_10LE"); }

TEST(Buffer, TimesOffsetsAndFlagsAreKept) {
    Element element("tonelift batch=2");
    element.set_input(hdr_caps);
    for (int i = 0; i < 2; ++i) {
        BufferHandle buffer = hdr_frame();
        GST_BUFFER_DTS(buffer.get()) = static_cast<GstClockTime>(i) * GST_MSECOND;
        GST_BUFFER_OFFSET(buffer.get()) = static_cast<guint64>(i) + 100;
        if (i == 1) GST_BUFFER_FLAG_SET(buffer.get(), GST_BUFFER_FLAG_CORRUPTED);
        ASSERT_EQ(element.push(std::move(buffer), i), GST_FLOW_OK);
    }
    for (int i = 0; i < 2; ++i) {
        const BufferHandle out = element.pull();
        ASSERT_TRUE(out);
        EXPECT_EQ(GST_BUFFER_PTS(out.get()), static_cast<GstClockTime>(i) * frame_duration);
        EXPECT_EQ(GST_BUFFER_DTS(out.get()), static_cast<GstClockTime>(i) * GST_MSECOND);
        EXPECT_EQ(GST_BUFFER_DURATION(out.get()), frame_duration);
        EXPECT_EQ(GST_BUFFER_OFFSET(out.get()), static_cast<guint64>(i) + 100);
        EXPECT_EQ(GST_BUFFER_FLAG_IS_SET(out.get(), GST_BUFFER_FLAG_CORRUPTED), i == 1);
    }
}

TEST(Buffer, FramesWithoutTimesAreMapped) {
    Element element;
    element.set_input(hdr_caps);
    for (int i = 0; i < 3; ++i) {
        ASSERT_EQ(gst_harness_push(element.harness(), hdr_frame().release()), GST_FLOW_OK);
        const BufferHandle out = element.pull();
        ASSERT_TRUE(out);
        EXPECT_FALSE(GST_BUFFER_PTS_IS_VALID(out.get()));
    }
}

const GstMetaInfo* hdr_meta() {
    static const GstMetaInfo* info = [] {
        static const gchar* tags[] = {GST_META_TAG_VIDEO_STR, nullptr};
        const GType api = gst_meta_api_type_register("TestGstVideoHDRMetaAPI", tags);
        return gst_meta_register(
            api, "TestGstVideoHDRMeta", sizeof(GstMeta),
            [](GstMeta*, gpointer, GstBuffer*) -> gboolean { return TRUE; }, nullptr,
            [](GstBuffer* to, GstMeta* meta, GstBuffer*, GQuark, gpointer) -> gboolean {
                return gst_buffer_add_meta(to, meta->info, nullptr) != nullptr;
            });
    }();
    return info;
}

TEST(Buffer, MetasAreCopiedUnlessTheyDescribeTheOldSamples) {
    Element element;
    element.set_input(hdr_caps);
    BufferHandle buffer = hdr_frame();
    const CapsHandle clock(gst_caps_new_empty_simple("timestamp/x-unix"));
    gst_buffer_add_reference_timestamp_meta(buffer.get(), clock.get(), 5, GST_CLOCK_TIME_NONE);
    gst_buffer_add_video_region_of_interest_meta(buffer.get(), "face", 1, 2, 3, 4);
    const guint8 caption[] = {1, 2, 3};
    gst_buffer_add_video_caption_meta(buffer.get(), GST_VIDEO_CAPTION_TYPE_CEA708_RAW, caption, 3);
    gst_buffer_add_meta(buffer.get(), hdr_meta(), nullptr);
    ASSERT_EQ(element.push(std::move(buffer), 0), GST_FLOW_OK);

    const BufferHandle out = element.pull();
    ASSERT_TRUE(out);
    const GstReferenceTimestampMeta* stamp =
        gst_buffer_get_reference_timestamp_meta(out.get(), clock.get());
    ASSERT_NE(stamp, nullptr);
    EXPECT_EQ(stamp->timestamp, 5u);
    const GstVideoRegionOfInterestMeta* region =
        gst_buffer_get_video_region_of_interest_meta(out.get());
    ASSERT_NE(region, nullptr);
    EXPECT_EQ(region->w, 3u);
    EXPECT_NE(gst_buffer_get_video_caption_meta(out.get()), nullptr);
    EXPECT_EQ(gst_buffer_get_meta(out.get(), hdr_meta()->api), nullptr);
}

TEST(Buffer, UnchangedBufferIsPassedThrough) {
    Element element("tonelift preset=faithful batch=8");
    element.set_input(sdr_caps);
    for (int i = 0; i < 3; ++i) {
        BufferHandle in = frame_of("I420");
        const GstBuffer* pointer = in.get();
        ASSERT_EQ(element.push(std::move(in), i), GST_FLOW_OK);
        EXPECT_EQ(element.pull().get(), pointer);
    }
    EXPECT_EQ(gst_harness_query_latency(element.harness()), 0u);

    g_object_set(element.tonelift(), "preset", "natural", nullptr);
    for (int i = 3; i < 6; ++i) ASSERT_EQ(element.push(frame_of("I420"), i), GST_FLOW_OK);
    EXPECT_EQ(element.pull_indices(), std::vector<int>{});
    EXPECT_EQ(gst_harness_query_latency(element.harness()), 7 * frame_duration);

    g_object_set(element.tonelift(), "preset", "faithful", nullptr);
    ASSERT_EQ(element.push(frame_of("I420"), 6), GST_FLOW_OK);
    EXPECT_EQ(element.pull_indices(), (std::vector{3, 4, 5, 6}));
}

TEST(Buffer, PoolIsProposedUpstream) {
    Element element("tonelift batch=4");
    element.set_input(hdr_caps);
    const CapsHandle caps(gst_caps_from_string(hdr_caps.c_str()));
    GstQuery* query = gst_query_new_allocation(caps.get(), TRUE);
    ASSERT_TRUE(gst_pad_peer_query(element.harness()->srcpad, query));
    EXPECT_TRUE(gst_query_find_allocation_meta(query, GST_VIDEO_META_API_TYPE, nullptr));
    ASSERT_EQ(gst_query_get_n_allocation_pools(query), 1u);
    GstBufferPool* pool = nullptr;
    guint size = 0, min = 0, max = 0;
    gst_query_parse_nth_allocation_pool(query, 0, &pool, &size, &min, &max);
    gst_query_unref(query);
    ASSERT_NE(pool, nullptr);
    gst_object_unref(pool);
    EXPECT_GE(size, 64u * 36 * 3);
    EXPECT_GT(min, 4u);
    EXPECT_EQ(max, 0u);
}

bool begins_with_a_line_of_the_cache(GstBuffer* buffer) {
    GstMapInfo map;
    EXPECT_TRUE(gst_buffer_map(buffer, &map, GST_MAP_READ));
    gst_buffer_unmap(buffer, &map);
    return reinterpret_cast<guintptr>(map.data) % 64 == 0;
}

TEST(Buffer, MemoryIsAligned) {
    Element element;
    element.set_input(hdr_caps);
    for (int i = 0; i < 4; ++i) {
        GstBuffer* frame = gst_harness_create_buffer(element.harness(), 64 * 36 * 3);
        EXPECT_TRUE(begins_with_a_line_of_the_cache(frame));
        ASSERT_EQ(element.push(BufferHandle(frame), i), GST_FLOW_OK);
    }
    std::vector<BufferHandle> outputs;
    while (BufferHandle out = element.pull()) outputs.push_back(std::move(out));
    ASSERT_EQ(outputs.size(), 4u);
    for (const BufferHandle& out : outputs) {
        EXPECT_TRUE(begins_with_a_line_of_the_cache(out.get()));
    }
}

struct Offer {
    GstBufferPool* pool;
    guint max;
};

GstPadProbeReturn offer_pool(GstPad*, GstPadProbeInfo* info, gpointer data) {
    const auto* offer = static_cast<const Offer*>(data);
    GstQuery* query = GST_PAD_PROBE_INFO_QUERY(info);
    if (GST_QUERY_TYPE(query) != GST_QUERY_ALLOCATION) return GST_PAD_PROBE_OK;
    GstCaps* caps = nullptr;
    GstVideoInfo video;
    gst_query_parse_allocation(query, &caps, nullptr);
    gst_video_info_from_caps(&video, caps);
    gst_query_add_allocation_pool(query, offer->pool, static_cast<guint>(video.size), 1,
                                  offer->max);
    return GST_PAD_PROBE_HANDLED;
}

bool takes_offered_pool(const std::string& launch, guint max) {
    Element element(launch);
    Offer offer{gst_video_buffer_pool_new(), max};
    GstPad* pad = gst_element_get_static_pad(element.tonelift(), "src");
    gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM, offer_pool, &offer, nullptr);
    gst_object_unref(pad);
    element.set_input(hdr_caps);
    for (int i = 0; i < 4; ++i) EXPECT_EQ(element.push(hdr_frame(), i), GST_FLOW_OK);
    bool taken = true;
    for (int i = 0; i < 4; ++i) {
        const BufferHandle out = element.pull();
        EXPECT_TRUE(out);
        taken = taken && out && out->pool == offer.pool;
    }
    gst_object_unref(offer.pool);
    return taken;
}

TEST(Buffer, PoolOfDownstreamIsTaken) {
    EXPECT_TRUE(takes_offered_pool("tonelift", 0));
    EXPECT_TRUE(takes_offered_pool("tonelift batch=4", 0));
    EXPECT_TRUE(takes_offered_pool("tonelift batch=2", 8));
}

// A batch of four frames needs more than three buffers at once. With a pool of three buffers, the
// element would wait forever for another buffer.
TEST(Buffer, PoolTooSmallForABatchIsNotTaken) {
    EXPECT_FALSE(takes_offered_pool("tonelift batch=4", 3));
}

}  // namespace
}  // namespace tonelift::buffer_test
