// SPDX-License-Identifier: BSD-2-Clause
// Tests pipelines on a GPU, in which NVIDIA's decoder sends frames to the element. TONELIFT_CLIP is
// the path of an H.265 clip in Matroska.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <set>

#include "tests/gstreamer/cuda_library.h"

namespace tonelift::gpu_pipeline_test {
namespace {

struct Passed {
    std::atomic<int> frames = 0;
    std::set<GstObject*> contexts;
};

GstPadProbeReturn record(GstPad*, GstPadProbeInfo* info, gpointer data) {
    auto* passed = static_cast<Passed*>(data);
    GstBuffer* buffer = GST_PAD_PROBE_INFO_BUFFER(info);
    passed->contexts.insert(is_device_memory(buffer) ? context_of(buffer) : nullptr);
    ++passed->frames;
    return GST_PAD_PROBE_OK;
}

void link_pad(GstElement*, GstPad* pad, gpointer parser) {
    GstPad* sink = gst_element_get_static_pad(static_cast<GstElement*>(parser), "sink");
    EXPECT_EQ(gst_pad_link(pad, sink), GST_PAD_LINK_OK);
    gst_object_unref(sink);
}

class GpuPipeline : public testing::Test {
  protected:
    void SetUp() override {
        if (std::getenv("TONELIFT_CLIP") == nullptr) GTEST_SKIP() << "TONELIFT_CLIP names no clip";
        GstElementFactory* decoder = gst_element_factory_find("nvh265dec");
        if (decoder == nullptr) GTEST_SKIP() << "no nvh265dec: no nvcodec, or no GPU";
        gst_object_unref(decoder);
    }
    void TearDown() override {
        if (pipeline_ == nullptr) return;
        gst_element_set_state(pipeline_, GST_STATE_NULL);
        gst_clear_object(&pipeline_);
    }

    static std::string source(int number = 0) {
        const std::string n = std::to_string(number);
        return std::string("filesrc location=") + std::getenv("TONELIFT_CLIP") +
               " ! matroskademux name=demuxer" + n + " h265parse name=parser" + n + " ! nvh265dec";
    }
    void make(const std::string& launch) {
        GError* error = nullptr;
        pipeline_ = gst_parse_launch(launch.c_str(), &error);
        ASSERT_EQ(error, nullptr) << error->message;
        for (int n = 0; GstElement* demuxer = find("demuxer" + std::to_string(n)); ++n) {
            GstElement* parser = find("parser" + std::to_string(n));
            g_signal_connect(demuxer, "pad-added", G_CALLBACK(link_pad), parser);
            gst_object_unref(parser);
            gst_object_unref(demuxer);
        }
    }
    GstElement* find(const std::string& name) {
        return gst_bin_get_by_name(GST_BIN(pipeline_), name.c_str());
    }
    void watch(const std::string& element, const char* pad, Passed* passed) {
        GstElement* found = find(element);
        GstPad* watched = gst_element_get_static_pad(found, pad);
        gst_pad_add_probe(watched, GST_PAD_PROBE_TYPE_BUFFER, record, passed, nullptr);
        gst_object_unref(watched);
        gst_object_unref(found);
    }
    std::string play_to_the_end() {
        gst_element_set_state(pipeline_, GST_STATE_PLAYING);
        GstBus* bus = gst_element_get_bus(pipeline_);
        const MessageHandle end(gst_bus_timed_pop_filtered(
            bus, 60 * GST_SECOND,
            static_cast<GstMessageType>(GST_MESSAGE_EOS | GST_MESSAGE_ERROR)));
        gst_object_unref(bus);
        if (!end) return "no end in a minute";
        return GST_MESSAGE_TYPE(end.get()) == GST_MESSAGE_ERROR ? text_of(end.get()) : "";
    }

    GstElement* pipeline_ = nullptr;
};

TEST_F(GpuPipeline, DecoderAndElementShareAContext) {
    for (const char* queue : {"", " ! queue"}) {
        make(source() + queue + " ! tonelift name=t ! fakesink sync=false");
        Passed in, out;
        watch("t", "sink", &in);
        watch("t", "src", &out);
        EXPECT_EQ(play_to_the_end(), "");
        EXPECT_GT(in.frames, 10);
        EXPECT_EQ(in.frames, out.frames);
        EXPECT_EQ(in.contexts.size(), 1u);
        EXPECT_EQ(in.contexts, out.contexts);
        EXPECT_FALSE(in.contexts.contains(nullptr));
        TearDown();
    }
}

TEST_F(GpuPipeline, PlaysRepeatedly) {
    make(source() + " ! tonelift name=t ! fakesink sync=false");
    Passed out;
    watch("t", "src", &out);
    ASSERT_EQ(play_to_the_end(), "");
    const int all = out.frames;
    for (int round = 0; round < 4; ++round) {
        gst_element_set_state(pipeline_, GST_STATE_NULL);
        if (round % 2 == 0) {
            gst_element_set_state(pipeline_, GST_STATE_PLAYING);
            gst_element_get_state(pipeline_, nullptr, nullptr, GST_CLOCK_TIME_NONE);
            g_usleep(50000);
            gst_element_set_state(pipeline_, GST_STATE_NULL);
        }
        out.frames = 0;
        ASSERT_EQ(play_to_the_end(), "") << "round " << round;
        EXPECT_EQ(out.frames, all) << "round " << round;
    }
}

TEST_F(GpuPipeline, SeeksWhilePlaying) {
    make(source() + " ! tonelift name=t ! fakesink sync=false");
    Passed out;
    watch("t", "src", &out);
    gst_element_set_state(pipeline_, GST_STATE_PAUSED);
    gst_element_get_state(pipeline_, nullptr, nullptr, GST_CLOCK_TIME_NONE);
    gst_element_set_state(pipeline_, GST_STATE_PLAYING);
    for (int i = 0; i < 10; ++i) {
        const auto flags = static_cast<GstSeekFlags>(GST_SEEK_FLAG_FLUSH | GST_SEEK_FLAG_KEY_UNIT);
        ASSERT_TRUE(gst_element_seek_simple(pipeline_, GST_FORMAT_TIME, flags,
                                            i * 7 % 5 * 100 * static_cast<gint64>(GST_MSECOND)));
        g_usleep(20000);
    }
    EXPECT_EQ(play_to_the_end(), "");
    EXPECT_GT(out.frames, 10);
    EXPECT_FALSE(out.contexts.contains(nullptr));
}

TEST_F(GpuPipeline, SeveralBranchesPlayAtOnce) {
    const char* ends[] = {"t0 ! fakesink", "t1 batch=1 ! cudadownload ! fakesink",
                          "t2 batch=16 ! video/x-raw(memory:SystemMemory) ! fakesink"};
    std::string launch;
    for (int i = 0; i < 3; ++i) {
        launch += source(i) + " ! queue ! tonelift name=" + ends[i] + " sync=false ";
    }
    make(launch);
    Passed passed[3];
    for (int i = 0; i < 3; ++i) watch("t" + std::to_string(i), "src", &passed[i]);
    EXPECT_EQ(play_to_the_end(), "");
    EXPECT_GT(passed[0].frames, 10);
    for (const Passed& other : passed) EXPECT_EQ(other.frames, passed[0].frames);
    EXPECT_FALSE(passed[1].contexts.contains(nullptr));
    EXPECT_TRUE(passed[2].contexts.contains(nullptr));
}

}  // namespace
}  // namespace tonelift::gpu_pipeline_test
