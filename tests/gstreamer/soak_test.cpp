// SPDX-License-Identifier: BSD-2-Clause
// Tests long streams with many changes. Every frame is output, and the memory does not grow without
// limit.
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <thread>

#include "tests/gstreamer/picture_buffer.h"
#include "tests/support/repeats.h"

namespace tonelift::soak_test {
namespace {

double resident_mib() {
    double total = 0, resident = 0;
    std::ifstream("/proc/self/statm") >> total >> resident;
    return resident * static_cast<double>(sysconf(_SC_PAGESIZE)) / (1024 * 1024);
}

struct Source {
    std::string caps;
    BufferHandle frame;
};

Source make_source(const char* format, int width, int height, const char* color) {
    TestPicture picture(make_picture(format, width, height));
    picture.fill_legal(1);
    return {video_caps(format, width, height, color), buffer_of(picture)};
}

class Soak : public testing::Test {
  protected:
    void push(int index) {
        const GstBuffer* frame = sources_[source_].frame.get();
        ASSERT_EQ(element_.push(BufferHandle(gst_buffer_copy(frame)), index), GST_FLOW_OK);
        ++pushed_;
    }

    void count_outputs() {
        const size_t came = element_.pull_indices().size();
        taken_ += static_cast<int>(came);
    }

    void drain() {
        gst_harness_push_event(
            element_.harness(),
            gst_event_new_custom(GST_EVENT_CUSTOM_DOWNSTREAM, gst_structure_new_empty("drain")));
        count_outputs();
    }

    void change_caps() {
        source_ = (source_ + 1) % sources_.size();
        element_.set_input(sources_[source_].caps);
    }

    void seek() {
        drain();
        gst_harness_push_event(element_.harness(), gst_event_new_flush_start());
        gst_harness_push_event(element_.harness(), gst_event_new_flush_stop(TRUE));
        GstSegment segment;
        gst_segment_init(&segment, GST_FORMAT_TIME);
        gst_harness_push_event(element_.harness(), gst_event_new_segment(&segment));
    }

    void change_option(int index) {
        g_object_set(element_.tonelift(), "strength", index % 10 / 10.0, nullptr);
    }

    void run(int frames) {
        for (int i = 0; i < frames; ++i) {
            if (i % 97 == 0) change_caps();
            if (i % 211 == 0) seek();
            if (i % 173 == 0) change_option(i);
            push(i);
            if (HasFatalFailure()) return;
            count_outputs();
        }
        drain();
    }

    std::vector<Source> sources_ = [] {
        std::vector<Source> sources;
        sources.push_back(make_source("I420_10LE", 64, 36, "bt2100-pq"));
        sources.push_back(make_source("NV12", 64, 36, "bt709"));
        sources.push_back(make_source("I420_10LE", 64, 36, "bt2100-hlg"));
        sources.push_back(make_source("P010_10LE", 47, 35, "bt2100-pq"));
        return sources;
    }();
    size_t source_ = 0;
    int pushed_ = 0, taken_ = 0;
    Element element_{"tonelift batch=3"};
};

TEST_F(Soak, TenThousandFramesAreOutputInBoundedMemory) {
    run(repeats(8000));  // the records of ThreadSanitizer grow during the first 7,500 frames
    const double before = resident_mib();
    run(repeats(10000));
    EXPECT_EQ(pushed_, repeats(8000) + repeats(10000));
    EXPECT_EQ(taken_, pushed_);
    // On a busy machine, these records alone grew by up to 8.3 MiB.
    EXPECT_LT(resident_mib() - before, 12);
    EXPECT_EQ(element_.said(GST_MESSAGE_ERROR), "");
}

class Playing : public testing::Test {
  protected:
    explicit Playing(const std::string& sink = "appsink max-buffers=2")
        : pipeline_(gst_parse_launch(("videotestsrc num-buffers=1000000 ! "
                                      "video/x-raw,format=I420,width=64,height=36,framerate=25/1 ! "
                                      "tonelift name=tonelift batch=4 ! " +
                                      sink + " name=sink sync=false")
                                         .c_str(),
                                     nullptr)),
          sink_(gst_bin_get_by_name(GST_BIN(pipeline_), "sink")) {
        gst_element_set_state(pipeline_, GST_STATE_PLAYING);
    }
    ~Playing() override {
        gst_element_set_state(pipeline_, GST_STATE_NULL);
        gst_object_unref(sink_);
        gst_object_unref(pipeline_);
    }

    int next() {
        GstSample* sample = nullptr;
        g_signal_emit_by_name(sink_, "pull-sample", &sample);
        if (sample == nullptr) return -1;
        const GstClockTime time = GST_BUFFER_PTS(gst_sample_get_buffer(sample));
        gst_sample_unref(sample);
        return static_cast<int>(time / frame_duration);
    }

    bool seek(int index) {
        const auto place = static_cast<gint64>(index) * static_cast<gint64>(frame_duration);
        return gst_element_seek_simple(
            pipeline_, GST_FORMAT_TIME,
            static_cast<GstSeekFlags>(GST_SEEK_FLAG_FLUSH | GST_SEEK_FLAG_ACCURATE), place);
    }

    GstElement* pipeline_;
    GstElement* sink_;
};

TEST_F(Playing, SeeksWhilePlaying) {
    for (int i = 0; i < 10; ++i) ASSERT_EQ(next(), i);
    for (int round = 0; round < 100; ++round) {
        const int place = round * 37 % 500;
        ASSERT_TRUE(seek(place));
        for (int i = 0; i < 6; ++i) ASSERT_EQ(next(), place + i) << "round " << round;
    }
}

// The sink drops frames instead of waiting, so that frames are being mapped all the time.
class Running : public Playing {
  protected:
    Running() { g_object_set(sink_, "drop", TRUE, nullptr); }
};

TEST_F(Running, StopsWhileFramesAreMapped) {
    for (int round = 0; round < 10; ++round) {
        ASSERT_GE(next(), 0) << "round " << round;
        g_usleep(static_cast<gulong>(round) * 500);
        gst_element_set_state(pipeline_, round % 2 ? GST_STATE_READY : GST_STATE_NULL);
        gst_element_set_state(pipeline_, GST_STATE_PLAYING);
    }
}

void ask(GstPad* pad, GstQuery* query) {
    gst_pad_query(pad, query);
    gst_query_unref(query);
}

// Sends events that may come in any thread while frames are mapped. The begin of a flush is such an
// event, too, but after it no frames are mapped for a while.
void send_events(GstPad* sink, GstPad* source) {
    gst_pad_send_event(source, gst_event_new_qos(GST_QOS_TYPE_THROTTLE, 1.0, 0, 0));
    gst_pad_send_event(source, gst_event_new_reconfigure());
    gst_pad_send_event(sink, gst_event_new_custom(GST_EVENT_CUSTOM_DOWNSTREAM_OOB,
                                                  gst_structure_new_empty("now")));
}

TEST_F(Running, AnswersInAnotherThread) {
    GstElement* tonelift = gst_bin_get_by_name(GST_BIN(pipeline_), "tonelift");
    GstPad* source = gst_element_get_static_pad(tonelift, "src");
    GstPad* sink = gst_element_get_static_pad(tonelift, "sink");
    for (int round = 0; round < 200; ++round) {
        ask(source, gst_query_new_latency());
        ask(sink, gst_query_new_caps(nullptr));
        ask(sink, gst_query_new_context("gst.cuda.context"));
        send_events(sink, source);
        g_usleep(200);
    }
    EXPECT_GE(next(), 0);
    gst_object_unref(sink);
    gst_object_unref(source);
    gst_object_unref(tonelift);
}

GstQuery* allocation_query(GstPad* sink) {
    const CapsHandle caps(gst_pad_get_current_caps(sink));
    return gst_query_new_allocation(caps.get(), TRUE);
}

// The sink is not an appsink, because an appsink answers a DRAIN query only after its frames have
// been pulled. Until then the query holds the lock that each element needs to stop.
class Stopping : public Playing {
  protected:
    Stopping() : Playing("fakesink") {}
};

TEST_F(Stopping, AnswersSerializedQueriesInAnotherThread) {
    GstElement* tonelift = gst_bin_get_by_name(GST_BIN(pipeline_), "tonelift");
    GstPad* sink = gst_element_get_static_pad(tonelift, "sink");
    GstPad* source = gst_element_get_static_pad(tonelift, "src");
    std::atomic<bool> done = false;
    std::thread asker([&] {
        while (!done) {
            ask(sink, gst_query_new_drain());
            ask(sink, allocation_query(sink));
            send_events(sink, source);
            g_usleep(50);
        }
    });
    for (int round = 0; round < repeats(60); ++round) {
        g_usleep(static_cast<gulong>(round % 20) * 500);
        gst_element_set_state(pipeline_, round % 2 ? GST_STATE_READY : GST_STATE_NULL);
        gst_element_set_state(pipeline_, GST_STATE_PLAYING);
        EXPECT_EQ(gst_element_get_state(pipeline_, nullptr, nullptr, 10 * GST_SECOND),
                  GST_STATE_CHANGE_SUCCESS)
            << "round " << round;
    }
    done = true;
    asker.join();
    gst_object_unref(source);
    gst_object_unref(sink);
    gst_object_unref(tonelift);
}

TEST_F(Playing, PropertiesMayChangeInAnotherThread) {
    GstElement* tonelift = gst_bin_get_by_name(GST_BIN(pipeline_), "tonelift");
    std::atomic<bool> done = false;
    std::thread turner([&] {
        for (int i = 0; !done; ++i) {
            g_object_set(tonelift, "strength", i % 10 / 10.0, "preset",
                         i % 3 ? "natural" : "faithful", "show", i % 4, nullptr);
            g_usleep(500);
        }
    });
    for (int i = 0; i < repeats(400); ++i) {
        const int index = next();
        EXPECT_EQ(index, i);
        if (index != i) break;
    }
    done = true;
    turner.join();
    gst_object_unref(tonelift);
}

}  // namespace
}  // namespace tonelift::soak_test
