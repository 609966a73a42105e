// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <gst/check/gstharness.h>
#include <gst/video/video.h>

#include <memory>
#include <string>
#include <vector>

namespace tonelift {

struct UnrefBuffer {
    void operator()(GstBuffer* buffer) const { gst_buffer_unref(buffer); }
};
struct UnrefCaps {
    void operator()(GstCaps* caps) const { gst_caps_unref(caps); }
};
struct UnrefMessage {
    void operator()(GstMessage* message) const { gst_message_unref(message); }
};
using BufferHandle = std::unique_ptr<GstBuffer, UnrefBuffer>;
using CapsHandle = std::unique_ptr<GstCaps, UnrefCaps>;
using MessageHandle = std::unique_ptr<GstMessage, UnrefMessage>;

constexpr GstClockTime frame_duration = GST_SECOND / 25;

std::string video_caps(const std::string& format, int width, int height,
                       const std::string& colorimetry, const std::string& more = "");

class Element {
  public:
    // `launch` is a pipeline in the syntax of gst-launch that contains one element "tonelift".
    explicit Element(const std::string& launch = "tonelift");
    ~Element();
    Element(const Element&) = delete;
    Element& operator=(const Element&) = delete;

    GstHarness* harness() const { return harness_; }
    GstElement* tonelift() const { return tonelift_; }

    void set_input(const std::string& caps);
    // Sets the caps that the element after tonelift accepts. Call this function before set_input().
    void set_output(const std::string& caps);
    GstFlowReturn push(BufferHandle buffer, int index);
    BufferHandle pull();
    std::vector<int> pull_indices();
    std::string sequence();
    CapsHandle output() const;
    MessageHandle message(GstMessageType type);
    std::string said(GstMessageType type);

  private:
    void record(const GstPadProbeInfo* info);

    GstHarness* harness_;
    GstElement* tonelift_;
    GstBus* bus_;
    std::string sequence_;
};

std::string text_of(GstMessage* message);

std::string field(const CapsHandle& caps, const char* name);

}  // namespace tonelift
