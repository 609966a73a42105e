// SPDX-License-Identifier: BSD-2-Clause
// Tests that invalid input of the GStreamer element gives an error message that names the cause.
// After that, the element can be restarted.
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>

#include "tests/gstreamer/picture_buffer.h"

namespace tonelift::error_test {
namespace {

const std::string hdr_caps = video_caps("I420_10LE", 64, 36, "bt2100-pq");

BufferHandle hdr_frame() {
    TestPicture picture(make_picture("I420_10LE", 64, 36));
    picture.fill_legal(1);
    return buffer_of(picture);
}

class Errors : public testing::Test {
  protected:
    ~Errors() override { std::remove(script_.c_str()); }

    void write_script(const char* text) { std::ofstream(script_) << text; }

    GstStateChangeReturn start() {
        gst_element_set_state(element_.tonelift(), GST_STATE_READY);
        return gst_element_set_state(element_.tonelift(), GST_STATE_PAUSED);
    }
    void stop() { gst_element_set_state(element_.tonelift(), GST_STATE_NULL); }
    void set(const char* property, const std::string& value) {
        g_object_set(element_.tonelift(), property, value.c_str(), nullptr);
    }

    std::string script_ = testing::TempDir() + "tonelift_gstreamer_error_test.tl";
    Element element_;
};

TEST_F(Errors, BrokenScriptStopsTheStart) {
    stop();
    write_script("output nonsense(input);\n");
    set("script", script_);
    EXPECT_EQ(start(), GST_STATE_CHANGE_FAILURE);
    const std::string said = element_.said(GST_MESSAGE_ERROR);
    EXPECT_NE(said.find(":1:8: error:"), std::string::npos) << said;
    EXPECT_NE(said.find("nonsense"), std::string::npos) << said;

    write_script("output input;\n");
    EXPECT_EQ(start(), GST_STATE_CHANGE_SUCCESS);
    EXPECT_EQ(element_.said(GST_MESSAGE_ERROR), "");
}

TEST_F(Errors, WrongValuesStopTheStart) {
    for (const auto& [property, value] : {std::pair("preset", "nonsense"),
                                          {"algorithm", "nonsense"},
                                          {"set", "nonsense=1"},
                                          {"format", "nonsense"},
                                          {"script", "/nonsense"},
                                          {"device", "nonsense"}}) {
        stop();
        gchar* before = nullptr;
        g_object_get(element_.tonelift(), property, &before, nullptr);
        set(property, value);
        EXPECT_EQ(start(), GST_STATE_CHANGE_FAILURE) << property;
        const std::string said = element_.said(GST_MESSAGE_ERROR);
        EXPECT_NE(said.find("nonsense"), std::string::npos) << property << ": " << said;
        set(property, before);
        g_free(before);
        EXPECT_EQ(start(), GST_STATE_CHANGE_SUCCESS) << property;
    }
}

TEST_F(Errors, BrokenScriptInMidStreamIsAWarning) {
    element_.set_input(hdr_caps);
    ASSERT_EQ(element_.push(hdr_frame(), 0), GST_FLOW_OK);
    write_script("output nonsense(input);\n");
    set("script", script_);
    ASSERT_EQ(element_.push(hdr_frame(), 1), GST_FLOW_OK);
    EXPECT_NE(element_.said(GST_MESSAGE_WARNING).find("error:"), std::string::npos);
    EXPECT_EQ(element_.pull_indices(), (std::vector{0, 1}));
}

TEST_F(Errors, UnreadableStatisticsAreAnError) {
    set("stats-file", "/nonsense/file");
    g_object_set(element_.tonelift(), "stats", 2, nullptr);
    element_.set_input(hdr_caps);
    EXPECT_NE(element_.push(hdr_frame(), 0), GST_FLOW_OK);
    const std::string said = element_.said(GST_MESSAGE_ERROR);
    EXPECT_NE(said.find("/nonsense/file"), std::string::npos) << said;
}

TEST_F(Errors, BufferTooSmallIsAnError) {
    element_.set_input(hdr_caps);
    BufferHandle small(gst_buffer_new_allocate(nullptr, 100, nullptr));
    EXPECT_EQ(element_.push(std::move(small), 0), GST_FLOW_ERROR);
    EXPECT_NE(element_.said(GST_MESSAGE_ERROR), "");
}

TEST_F(Errors, ElementStartsAndStopsManyTimes) {
    for (int round = 0; round < 20; ++round) {
        stop();
        ASSERT_EQ(start(), GST_STATE_CHANGE_SUCCESS);
        gst_element_set_state(element_.tonelift(), GST_STATE_PLAYING);
        gst_harness_push_event(element_.harness(), gst_event_new_stream_start("again"));
        element_.set_input(hdr_caps);
        ASSERT_EQ(element_.push(hdr_frame(), round), GST_FLOW_OK);
        EXPECT_EQ(element_.pull_indices(), std::vector{round});
    }
}

}  // namespace
}  // namespace tonelift::error_test
