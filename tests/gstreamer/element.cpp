// SPDX-License-Identifier: BSD-2-Clause
#include "tests/gstreamer/element.h"

#include <utility>

#include <gtest/gtest.h>

namespace tonelift {
std::string video_caps(const std::string& format, int width, int height,
                       const std::string& colorimetry, const std::string& more) {
    return "video/x-raw,format=" + format + ",width=" + std::to_string(width) +
           ",height=" + std::to_string(height) + ",framerate=25/1,interlace-mode=progressive" +
           (colorimetry.empty() ? "" : ",colorimetry=" + colorimetry) +
           (more.empty() ? "" : "," + more);
}

Element::Element(const std::string& launch) : harness_(gst_harness_new_parse(launch.c_str())) {
    tonelift_ = gst_harness_find_element(harness_, "tonelift");
    EXPECT_NE(tonelift_, nullptr) << "GST_PLUGIN_PATH must lead to libgsttonelift.so";
    bus_ = gst_bus_new();
    gst_element_set_bus(tonelift_, bus_);
    GstPad* pad = gst_element_get_static_pad(tonelift_, "src");
    const auto probe = [](GstPad*, GstPadProbeInfo* info, gpointer self) {
        static_cast<Element*>(self)->record(info);
        return GST_PAD_PROBE_OK;
    };
    gst_pad_add_probe(pad,
                      static_cast<GstPadProbeType>(GST_PAD_PROBE_TYPE_BUFFER |
                                                   GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM |
                                                   GST_PAD_PROBE_TYPE_EVENT_FLUSH),
                      probe, this, nullptr);
    gst_object_unref(pad);
}

void Element::record(const GstPadProbeInfo* info) {
    if (!sequence_.empty()) sequence_ += ' ';
    if ((info->type & GST_PAD_PROBE_TYPE_BUFFER) != 0) {
        sequence_ +=
            std::to_string(GST_BUFFER_PTS(GST_PAD_PROBE_INFO_BUFFER(info)) / frame_duration);
    } else {
        sequence_ += GST_EVENT_TYPE_NAME(GST_PAD_PROBE_INFO_EVENT(info));
    }
}

std::string Element::sequence() { return std::exchange(sequence_, ""); }

Element::~Element() {
    gst_object_unref(tonelift_);
    gst_harness_teardown(harness_);
    gst_bus_set_flushing(bus_, TRUE);
    gst_object_unref(bus_);
}

void Element::set_input(const std::string& caps) {
    gst_harness_set_src_caps_str(harness_, caps.c_str());
}

void Element::set_output(const std::string& caps) {
    gst_harness_set_sink_caps_str(harness_, caps.c_str());
}

GstFlowReturn Element::push(BufferHandle buffer, int index) {
    GST_BUFFER_PTS(buffer.get()) = static_cast<GstClockTime>(index) * frame_duration;
    GST_BUFFER_DURATION(buffer.get()) = frame_duration;
    return gst_harness_push(harness_, buffer.release());
}

BufferHandle Element::pull() { return BufferHandle(gst_harness_try_pull(harness_)); }

std::vector<int> Element::pull_indices() {
    std::vector<int> indices;
    while (const BufferHandle buffer = pull()) {
        indices.push_back(static_cast<int>(GST_BUFFER_PTS(buffer.get()) / frame_duration));
    }
    return indices;
}

CapsHandle Element::output() const {
    GstPad* pad = gst_element_get_static_pad(tonelift_, "src");
    CapsHandle caps(gst_pad_get_current_caps(pad));
    gst_object_unref(pad);
    return caps;
}

MessageHandle Element::message(GstMessageType type) {
    return MessageHandle(gst_bus_pop_filtered(bus_, type));
}

std::string Element::said(GstMessageType type) {
    const MessageHandle found = message(type);
    return found ? text_of(found.get()) : "";
}

std::string text_of(GstMessage* message) {
    GError* error = nullptr;
    if (GST_MESSAGE_TYPE(message) == GST_MESSAGE_ERROR) {
        gst_message_parse_error(message, &error, nullptr);
    } else if (GST_MESSAGE_TYPE(message) == GST_MESSAGE_WARNING) {
        gst_message_parse_warning(message, &error, nullptr);
    } else {
        gst_message_parse_info(message, &error, nullptr);
    }
    std::string text = error->message;
    g_error_free(error);
    return text;
}

std::string field(const CapsHandle& caps, const char* name) {
    if (!caps) return "";
    const char* text = gst_structure_get_string(gst_caps_get_structure(caps.get(), 0), name);
    return text != nullptr ? text : "";
}

}  // namespace tonelift
