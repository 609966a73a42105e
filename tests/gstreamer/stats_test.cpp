// SPDX-License-Identifier: BSD-2-Clause
// Tests statistics files of the GStreamer element: at the end of a stream, after an interruption,
// and with events during the stream.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "tests/gstreamer/picture_buffer.h"
#include "tests/support/api_stream.h"

namespace tonelift::stats_test {
namespace {

namespace fs = std::filesystem;

constexpr int automatic = 0, write = 1, read = 2;

class StatsOfElement : public testing::Test {
  protected:
    void SetUp() override {
        const auto* test = testing::UnitTest::GetInstance()->current_test_info();
        path_ = testing::TempDir() + "tonelift_element_" + test->name() + ".stats";
        TearDown();
    }
    void TearDown() override {
        fs::remove(path_);
        fs::remove(path_ + ".part");
    }

    std::string launch(int mode) const {
        return "tonelift name=tonelift dithering=none stats-file=" + path_ +
               " stats=" + std::to_string(mode);
    }
    std::string text() const {
        std::ifstream stream(path_);
        return {std::istreambuf_iterator<char>(stream), {}};
    }
    bool has_part() const { return fs::exists(path_ + ".part"); }

    static void set_size(Element& element, int width) {
        element.set_input(video_caps("I420_10LE", width, 36, "bt2100-pq"));
    }
    static BufferHandle frame(int width, int index) {
        TestPicture picture = picture_for(hdr10_video(TONELIFT_FORMAT_YUV420P10, width, 36));
        picture.fill_constant(0, 200 + 20 * index);
        picture.set_code(0, 1, 1, 700);
        picture.fill_constant(1, 512);
        picture.fill_constant(2, 512);
        return buffer_of(picture);
    }
    static void push(Element& element, int width, int first, int last) {
        for (int i = first; i < last; ++i)
            ASSERT_EQ(element.push(frame(width, i), i), GST_FLOW_OK) << i;
    }
    static void end(const Element& element) {
        gst_harness_push_event(element.harness(), gst_event_new_eos());
    }
    static std::string pulled(Element& element) {
        std::string bytes;
        while (const BufferHandle buffer = element.pull()) {
            GstMapInfo map;
            EXPECT_TRUE(gst_buffer_map(buffer.get(), &map, GST_MAP_READ));
            bytes.append(reinterpret_cast<const char*>(map.data), map.size);
            gst_buffer_unmap(buffer.get(), &map);
        }
        return bytes;
    }

    std::string path_;
};

TEST_F(StatsOfElement, MeasuringKeepsThePicture) {
    const auto run = [&](int mode) {
        Element element(launch(mode));
        set_size(element, 64);
        push(element, 64, 0, 6);
        const std::string shown = pulled(element);
        end(element);
        return shown;
    };
    run(write);
    const std::string mapped = text();
    std::string came;
    for (int i = 0; i < 6; ++i) {
        GstMapInfo map;
        const BufferHandle buffer = frame(64, i);
        ASSERT_TRUE(gst_buffer_map(buffer.get(), &map, GST_MAP_READ));
        came.append(reinterpret_cast<const char*>(map.data), map.size);
        gst_buffer_unmap(buffer.get(), &map);
    }
    EXPECT_EQ(run(TONELIFT_STATS_MEASURE), came);
    EXPECT_EQ(text(), mapped);
}

TEST_F(StatsOfElement, AreCompleteAtTheEndOfTheStream) {
    Element element(launch(automatic) + " batch=4");
    set_size(element, 64);
    push(element, 64, 0, 6);
    EXPECT_FALSE(fs::exists(path_));
    end(element);
    EXPECT_NE(text().find("\nend 6\n"), std::string::npos) << text();
    EXPECT_FALSE(has_part());
    EXPECT_EQ(element.said(GST_MESSAGE_ERROR), "");
}

// If the QoS event went on, the decoder would drop frames too.
TEST_F(StatsOfElement, CoverLateFrames) {
    constexpr gint64 late = 6 * static_cast<gint64>(frame_duration);
    for (const auto& [mode, frames] :
         {std::pair{automatic, 10}, {automatic, 4}, {read, 4}, {write, 10}}) {
        Element element(launch(mode));
        set_size(element, 64);
        push(element, 64, 0, 1);
        gst_harness_push_upstream_event(element.harness(),
                                        gst_event_new_qos(GST_QOS_TYPE_UNDERFLOW, 0.5, late, 0));
        push(element, 64, 1, 10);
        end(element);
        EXPECT_EQ(element.pull_indices().size(), static_cast<size_t>(frames)) << mode;
        EXPECT_NE(text().find("\nend 10\n"), std::string::npos);
        bool is_upstream = false;
        while (GstEvent* event = gst_harness_try_pull_upstream_event(element.harness())) {
            is_upstream |= GST_EVENT_TYPE(event) == GST_EVENT_QOS;
            gst_event_unref(event);
        }
        EXPECT_EQ(is_upstream, frames < 10) << mode;
    }
}

TEST_F(StatsOfElement, FileIsPartialWithoutEndOfStream) {
    {
        Element element(launch(automatic));
        set_size(element, 64);
        push(element, 64, 0, 6);
    }
    EXPECT_FALSE(fs::exists(path_));
    EXPECT_TRUE(has_part());
    Element element(launch(automatic));
    set_size(element, 64);
    push(element, 64, 0, 8);
    end(element);
    EXPECT_NE(text().find("\nend 8\n"), std::string::npos) << "measured anew";
    EXPECT_FALSE(has_part());
}

TEST_F(StatsOfElement, FollowAChangeOfTheSize) {
    std::string expected;
    for (const int mode : {automatic, automatic, read}) {
        Element element(launch(mode) + " batch=2");
        for (const auto& [width, first, last] : {std::tuple{64, 0, 5}, {48, 5, 9}, {64, 9, 12}}) {
            set_size(element, width);
            push(element, width, first, last);
        }
        end(element);
        const std::string made = pulled(element);
        if (expected.empty()) expected = made;
        EXPECT_TRUE(made == expected);
        EXPECT_NE(text().find("size 48x36"), std::string::npos);
        EXPECT_NE(text().find("\nend 12\n"), std::string::npos);
    }
}

TEST_F(StatsOfElement, IncompleteFileIsAnError) {
    Element element(launch(write));
    set_size(element, 64);
    push(element, 64, 0, 3);
    ASSERT_EQ(mkfifo(path_.c_str(), 0600), 0);
    end(element);
    const std::string said = element.said(GST_MESSAGE_ERROR);
    EXPECT_NE(said.find("has become a FIFO"), std::string::npos) << said;
    EXPECT_TRUE(fs::is_fifo(path_));
}

TEST_F(StatsOfElement, AllowAStreamToContinueAfterItsEnd) {
    Element element(launch(automatic));
    set_size(element, 64);
    push(element, 64, 0, 5);
    end(element);
    const std::string before = text();
    gst_harness_push_event(element.harness(), gst_event_new_flush_start());
    gst_harness_push_event(element.harness(), gst_event_new_flush_stop(TRUE));
    GstSegment segment;
    gst_segment_init(&segment, GST_FORMAT_TIME);
    gst_harness_push_event(element.harness(), gst_event_new_segment(&segment));
    element.pull_indices();
    push(element, 64, 2, 8);
    end(element);
    EXPECT_EQ(element.pull_indices().size(), 6u);
    EXPECT_EQ(text(), before);
    EXPECT_EQ(element.said(GST_MESSAGE_ERROR), "");
}

TEST_F(StatsOfElement, AreDroppedAfterASeekBack) {
    Element element(launch(automatic));
    set_size(element, 64);
    push(element, 64, 0, 5);
    gst_harness_push_event(element.harness(), gst_event_new_flush_start());
    gst_harness_push_event(element.harness(), gst_event_new_flush_stop(TRUE));
    GstSegment segment;
    gst_segment_init(&segment, GST_FORMAT_TIME);
    gst_harness_push_event(element.harness(), gst_event_new_segment(&segment));
    push(element, 64, 2, 8);
    end(element);
    EXPECT_FALSE(fs::exists(path_));
    EXPECT_FALSE(has_part());
    EXPECT_EQ(element.said(GST_MESSAGE_ERROR), "");
}

// If a video begins late, decoders announce caps of 8 bits for the gap before it.
TEST_F(StatsOfElement, CapsWithoutAFrameNeedNotFit) {
    {
        Element element(launch(write));
        set_size(element, 64);
        push(element, 64, 0, 3);
        end(element);
    }
    for (const auto mode : {read, automatic}) {
        Element element(launch(mode));
        element.set_input(video_caps("I420", 64, 36, ""));
        gst_harness_push_event(element.harness(), gst_event_new_gap(0, frame_duration));
        set_size(element, 64);
        push(element, 64, 0, 3);
        EXPECT_EQ(element.pull_indices().size(), 3u);
        EXPECT_EQ(element.said(GST_MESSAGE_ERROR), "");
    }
}

// The error must occur only once, although GStreamer sends refused caps again before each buffer.
TEST_F(StatsOfElement, UnreadableFileIsOneError) {
    Element element(launch(read));
    set_size(element, 64);
    for (int i = 0; i < 3; ++i) EXPECT_NE(element.push(frame(64, i), i), GST_FLOW_OK);
    EXPECT_NE(element.said(GST_MESSAGE_ERROR).find("cannot be read"), std::string::npos);
    EXPECT_EQ(element.said(GST_MESSAGE_ERROR), "") << "once";
}

TEST_F(StatsOfElement, ReadingAndWritingNeedAFile) {
    Element element("identity name=i ! tonelift name=tonelift");
    gst_element_set_state(element.tonelift(), GST_STATE_NULL);
    g_object_set(element.tonelift(), "stats", read, nullptr);
    EXPECT_EQ(gst_element_set_state(element.tonelift(), GST_STATE_PAUSED),
              GST_STATE_CHANGE_FAILURE);
    EXPECT_NE(element.said(GST_MESSAGE_ERROR).find("stats=read needs a file"), std::string::npos);
    gst_element_set_state(element.tonelift(), GST_STATE_NULL);
}

}  // namespace
}  // namespace tonelift::stats_test
