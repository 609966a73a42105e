// SPDX-License-Identifier: BSD-2-Clause
// Tests that frames wait until their batch is complete, that no frame is lost, and that no event
// overtakes a frame.
#include <gtest/gtest.h>

#include "tests/gstreamer/picture_buffer.h"

namespace tonelift::batching_test {
namespace {

class Batching : public testing::Test {
  protected:
    static TestPicture make() {
        TestPicture picture(make_picture("I420_10LE", 64, 36));
        picture.fill_legal(1);
        return picture;
    }

    void start(const std::string& launch) {
        element_ = std::make_unique<Element>(launch);
        element_->set_input(caps);
    }
    void push(int first, int last) {
        for (int i = first; i <= last; ++i) {
            ASSERT_EQ(element_->push(buffer_of(picture_), i), GST_FLOW_OK);
        }
    }
    // Returns the number of input buffers that the element asks for.
    guint buffers_of(const std::string& text) const {
        const CapsHandle proposed(gst_caps_from_string(text.c_str()));
        GstQuery* query = gst_query_new_allocation(proposed.get(), FALSE);
        EXPECT_TRUE(gst_pad_peer_query(element_->harness()->srcpad, query));
        guint min = 0;
        gst_query_parse_nth_allocation_pool(query, 0, nullptr, nullptr, &min, nullptr);
        gst_query_unref(query);
        return min;
    }
    void send_caps(const std::string& text) {
        const CapsHandle changed(gst_caps_from_string(text.c_str()));
        send(gst_event_new_caps(changed.get()));
    }
    void send(GstEvent* event) { gst_harness_push_event(element_->harness(), event); }

    const std::string caps = video_caps("I420_10LE", 64, 36, "bt2100-pq");
    const std::string other_caps = video_caps("I420_10LE", 64, 36, "bt2100-hlg");
    TestPicture picture_ = make();
    std::unique_ptr<Element> element_;
};

GstEvent* segment_from(GstClockTime start) {
    GstSegment segment;
    gst_segment_init(&segment, GST_FORMAT_TIME);
    segment.start = segment.time = start;
    return gst_event_new_segment(&segment);
}

TEST_F(Batching, FramesAreSentWhenTheBatchIsFull) {
    start("tonelift batch=4");
    push(0, 2);
    EXPECT_EQ(element_->sequence(), "stream-start caps segment");
    push(3, 3);
    EXPECT_EQ(element_->sequence(), "0 1 2 3");
    push(4, 8);
    EXPECT_EQ(element_->sequence(), "4 5 6 7");
    send(gst_event_new_eos());
    EXPECT_EQ(element_->sequence(), "8 eos");
}

TEST_F(Batching, EachFrameIsSentAtOnceWithoutABatch) {
    start("tonelift");
    push(0, 1);
    EXPECT_EQ(element_->sequence(), "stream-start caps segment 0 1");
}

TEST_F(Batching, SerializedEventsKeepTheirOrder) {
    start("tonelift batch=8");
    push(0, 1);
    send(gst_event_new_gap(2 * frame_duration, frame_duration));
    push(3, 3);
    send_caps(other_caps);
    push(4, 5);
    send(segment_from(4 * frame_duration));
    push(6, 6);
    send(gst_event_new_tag(gst_tag_list_new(GST_TAG_TITLE, "title", nullptr)));
    push(7, 8);
    send(gst_event_new_custom(GST_EVENT_CUSTOM_DOWNSTREAM, gst_structure_new_empty("mark")));
    push(9, 9);
    send(gst_event_new_segment_done(GST_FORMAT_TIME, 0));
    push(10, 10);
    send(gst_event_new_eos());
    EXPECT_EQ(element_->sequence(),
              "stream-start caps segment 0 1 gap 3 4 5 segment 6 tag 7 8 custom-downstream 9 "
              "segment-done 10 eos");
}

GstEvent* title() { return gst_event_new_tag(gst_tag_list_new(GST_TAG_TITLE, "title", nullptr)); }

TEST_F(Batching, EventsWithoutMeaningForFramesWait) {
    start("tonelift batch=4");
    push(0, 1);
    send(title());
    GstMessage* message = gst_message_new_application(nullptr, gst_structure_new_empty("mark"));
    send(gst_event_new_sink_message("mark", message));
    gst_message_unref(message);
    push(2, 2);
    EXPECT_EQ(element_->sequence(), "stream-start caps segment");
    push(3, 3);
    EXPECT_EQ(element_->sequence(), "0 1 tag sink-message 2 3");
    send(title());
    EXPECT_EQ(element_->sequence(), "tag") << "no frame waits";
    push(4, 7);
    send(title());
    push(8, 8);
    send(title());
    send(gst_event_new_eos());
    EXPECT_EQ(element_->sequence(), "4 5 6 7 tag 8 tag eos");
}

TEST_F(Batching, OtherEventsSendWaitingFrames) {
    start("tonelift batch=4");
    push(0, 0);
    element_->sequence();
    send(gst_event_new_segment_done(GST_FORMAT_TIME, 0));
    EXPECT_EQ(element_->sequence(), "0 segment-done");
    push(1, 1);
    send(gst_video_event_new_still_frame(TRUE));
    EXPECT_EQ(element_->sequence(), "1 custom-downstream");
    push(2, 2);
    send(title());
    send(gst_event_new_gap(3 * frame_duration, frame_duration));
    EXPECT_EQ(element_->sequence(), "2 tag gap");
}

TEST_F(Batching, FlushKeepsTags) {
    start("tonelift batch=4");
    push(0, 0);
    send(title());
    element_->sequence();
    send(gst_event_new_flush_start());
    send(gst_event_new_flush_stop(TRUE));
    send(segment_from(0));
    push(10, 13);
    EXPECT_EQ(element_->sequence(), "flush-start flush-stop segment tag 10 11 12 13");
}

TEST_F(Batching, CapsAreSentBetweenTheirFrames) {
    start("tonelift batch=8");
    push(0, 1);
    send_caps(video_caps("I420_10LE", 32, 36, "bt2100-pq"));
    picture_ = TestPicture(make_picture("I420_10LE", 32, 36));
    push(2, 2);
    send(gst_event_new_stream_start("another"));
    send_caps(video_caps("I420_10LE", 32, 36, "bt2100-pq"));
    send(segment_from(0));
    push(3, 3);
    send(gst_event_new_eos());
    EXPECT_EQ(element_->sequence(),
              "stream-start caps segment 0 1 caps 2 stream-start segment 3 eos");
}

TEST_F(Batching, DrainQuerySendsWaitingFrames) {
    start("tonelift batch=8");
    push(0, 2);
    GstQuery* query = gst_query_new_drain();
    gst_pad_peer_query(element_->harness()->srcpad, query);
    gst_query_unref(query);
    EXPECT_EQ(element_->pull_indices(), (std::vector{0, 1, 2}));
}

TEST_F(Batching, BackwardPlaybackKeepsItsOrder) {
    start("tonelift batch=4");
    GstSegment segment;
    gst_segment_init(&segment, GST_FORMAT_TIME);
    segment.rate = -1;
    segment.stop = segment.position = 10 * frame_duration;
    send(gst_event_new_segment(&segment));
    element_->sequence();
    for (int i = 9; i >= 0; --i) ASSERT_EQ(element_->push(buffer_of(picture_), i), GST_FLOW_OK);
    send(gst_event_new_eos());
    EXPECT_EQ(element_->sequence(), "9 8 7 6 5 4 3 2 1 0 eos");
}

TEST_F(Batching, FlushDropsWaitingFrames) {
    start("tonelift batch=4");
    push(0, 2);
    element_->sequence();
    send(gst_event_new_flush_start());
    send(gst_event_new_flush_stop(TRUE));
    send(segment_from(0));
    push(10, 13);
    send(gst_event_new_eos());
    EXPECT_EQ(element_->sequence(), "flush-start flush-stop segment 10 11 12 13 eos");
}

TEST_F(Batching, StopDropsTheUnfinishedBatch) {
    start("tonelift batch=4");
    push(0, 2);
    gst_element_set_state(element_->tonelift(), GST_STATE_NULL);
    EXPECT_EQ(element_->pull_indices(), std::vector<int>{});
}

TEST_F(Batching, ErrorsOfDownstreamAreReturned) {
    start("tonelift batch=2");
    push(0, 0);
    gst_pad_set_active(element_->harness()->sinkpad, FALSE);
    EXPECT_EQ(element_->push(buffer_of(picture_), 1), GST_FLOW_FLUSHING);
    gst_pad_set_active(element_->harness()->sinkpad, TRUE);
}

GstClockTime latency_of(Element& element) { return gst_harness_query_latency(element.harness()); }

TEST_F(Batching, LatencyCoversTheWaitingFrames) {
    for (const auto& [batch, frames] : {std::pair(1, 0), {2, 1}, {8, 7}, {64, 63}}) {
        start("tonelift batch=" + std::to_string(batch));
        gst_harness_set_upstream_latency(element_->harness(), 100 * GST_MSECOND);
        EXPECT_EQ(latency_of(*element_),
                  100 * GST_MSECOND + static_cast<GstClockTime>(frames) * frame_duration);
        EXPECT_EQ(element_->message(GST_MESSAGE_LATENCY) != nullptr, frames > 0);
    }
}

TEST_F(Batching, LatencyChangesWithTheFrameRate) {
    start("tonelift batch=6");
    EXPECT_EQ(latency_of(*element_), 5 * frame_duration);
    EXPECT_TRUE(element_->message(GST_MESSAGE_LATENCY));
    element_->set_input("video/x-raw,format=I420_10LE,width=64,height=36,framerate=50/1");
    EXPECT_EQ(latency_of(*element_), 5 * GST_SECOND / 50);
    EXPECT_TRUE(element_->message(GST_MESSAGE_LATENCY));
    element_->set_input("video/x-raw,format=I420_10LE,width=64,height=36,framerate=0/1");
    EXPECT_EQ(latency_of(*element_), 5 * GST_SECOND / 25);
}

// Frame rates such as 90000/1 come from files that state the resolution of their timestamps.
TEST_F(Batching, ImpossibleFrameRatesCountAsUnknown) {
    for (const auto& [launch, waiting] :
         {std::pair("tonelift", 0u), {"tonelift smoothing=-1 lookahead=2", 50u}}) {
        start(launch);
        for (const char* rate : {"25/1", "1000/1", "1001/1", "90000/1", "2147483647/1"}) {
            const std::string text =
                "video/x-raw,format=I420_10LE,width=64,height=36,framerate=" + std::string(rate);
            element_->set_input(text);
            EXPECT_EQ(latency_of(*element_), waiting * frame_duration) << rate;
            EXPECT_EQ(buffers_of(text), waiting + 2) << rate;
        }
    }
}

class Lookahead : public Batching {};

TEST_F(Lookahead, LiveSourcesAreNotDelayedUnlessRequested) {
    start("tonelift smoothing=-1");
    push(0, 1);
    EXPECT_EQ(element_->sequence(), "stream-start caps segment 0 1");
    EXPECT_EQ(latency_of(*element_), 0u);
}

TEST_F(Lookahead, FramesWaitForTheirLookahead) {
    start("tonelift smoothing=-1 lookahead=0.2");
    push(0, 4);
    EXPECT_EQ(element_->sequence(), "stream-start caps segment");
    EXPECT_EQ(latency_of(*element_), 5 * frame_duration);
    push(5, 7);
    EXPECT_EQ(element_->sequence(), "0 1 2");
    send(gst_event_new_eos());
    EXPECT_EQ(element_->sequence(), "3 4 5 6 7 eos");
}

TEST_F(Lookahead, IsTwoSecondsForFiles) {
    element_ = std::make_unique<Element>("tonelift smoothing=-1");
    gst_harness_set_live(element_->harness(), FALSE);
    element_->set_input(caps);
    push(0, 49);
    EXPECT_EQ(element_->sequence(), "stream-start caps segment");
    push(50, 51);
    EXPECT_EQ(element_->sequence(), "0 1");
}

TEST_F(Lookahead, LatencyCoversLookaheadAndBatch) {
    start("tonelift smoothing=-1 lookahead=0.08 batch=3");
    EXPECT_EQ(latency_of(*element_), 4 * frame_duration);
    push(0, 5);
    EXPECT_EQ(element_->sequence(), "stream-start caps segment 0 1 2");
    send(gst_event_new_eos());
    EXPECT_EQ(element_->sequence(), "3 4 5 eos");
}

TEST_F(Lookahead, SerializedEventsKeepTheirOrder) {
    start("tonelift smoothing=-1 lookahead=5");
    push(0, 1);
    send(gst_event_new_gap(2 * frame_duration, frame_duration));
    push(3, 3);
    send_caps(other_caps);
    push(4, 5);
    send(segment_from(4 * frame_duration));
    push(6, 6);
    send(gst_event_new_eos());
    EXPECT_EQ(element_->sequence(), "stream-start caps segment 0 1 gap 3 4 5 segment 6 eos");
}

TEST_F(Lookahead, TagsDoNotEndIt) {
    start("tonelift smoothing=-1 lookahead=0.2");
    push(0, 2);
    send(title());
    push(3, 5);
    EXPECT_EQ(element_->sequence(), "stream-start caps segment 0");
    push(6, 8);
    EXPECT_EQ(element_->sequence(), "1 2 tag 3");
}

TEST_F(Lookahead, ReservesNoMoreFramesThanTheFilterHolds) {
    const std::string fast =
        "video/x-raw,format=I420_10LE,width=64,height=36,framerate=60/1,colorimetry=bt2100-pq";
    element_ = std::make_unique<Element>("tonelift smoothing=-1 lookahead=10");
    element_->set_input(fast);
    constexpr guint most_frames = 250;
    EXPECT_EQ(latency_of(*element_), most_frames * (GST_SECOND / 60));
    EXPECT_EQ(buffers_of(fast), most_frames + 2);
}

TEST_F(Lookahead, FlushDropsWaitingFrames) {
    start("tonelift smoothing=-1 lookahead=5");
    push(0, 2);
    element_->sequence();
    send(gst_event_new_flush_start());
    send(gst_event_new_flush_stop(TRUE));
    send(segment_from(0));
    push(10, 13);
    send(gst_event_new_eos());
    EXPECT_EQ(element_->sequence(), "flush-start flush-stop segment 10 11 12 13 eos");
    EXPECT_EQ(element_->said(GST_MESSAGE_ERROR), "");
}

TEST_F(Lookahead, PropertiesChangeForLaterFrames) {
    start("tonelift smoothing=-1 lookahead=5");
    push(0, 2);
    g_object_set(element_->tonelift(), "strength", 0.3, nullptr);
    push(3, 3);
    EXPECT_EQ(element_->sequence(), "stream-start caps segment 0 1 2");
    send(gst_event_new_eos());
    EXPECT_EQ(element_->sequence(), "3 eos");
}

TEST_F(Batching, LateFramesAreDropped) {
    start("tonelift");
    push(0, 0);
    gst_harness_push_upstream_event(
        element_->harness(),
        gst_event_new_qos(GST_QOS_TYPE_UNDERFLOW, 0.5, 8 * static_cast<gint64>(frame_duration), 0));
    push(1, 20);
    const std::vector<int> out = element_->pull_indices();
    EXPECT_EQ(out.front(), 0);
    EXPECT_GT(out.size(), 1u);
    EXPECT_LT(out.size(), 20u);
    EXPECT_GT(out[1], 7);
    EXPECT_TRUE(element_->message(GST_MESSAGE_QOS));
}

}  // namespace
}  // namespace tonelift::batching_test
