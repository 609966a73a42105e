// SPDX-License-Identifier: BSD-2-Clause
//
// The element in a GstHarness for tests.
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

// Caps "video/x-raw,format=...,width=...,height=...,framerate=25/1,colorimetry=..." with additions.
std::string video_caps(const std::string& format, int width, int height,
                       const std::string& colorimetry, const std::string& more = "");

class Element {
  public:
    // A line of gst-launch that holds one "tonelift".
    explicit Element(const std::string& launch = "tonelift");
    ~Element();
    Element(const Element&) = delete;
    Element& operator=(const Element&) = delete;

    GstHarness* harness() const { return harness_; }
    GstElement* tonelift() const { return tonelift_; }

    void set_input(const std::string& caps);
    // Restricts the caps of the next element; called before set_input().
    void set_output(const std::string& caps);
    // Pushes a frame with index `index` at 25 frames per second.
    GstFlowReturn push(BufferHandle buffer, int index);
    // The next output frame; null if there is none. Does not wait.
    BufferHandle pull();
    // The presentation times of all new output, as indexes of frames.
    std::vector<int> pull_indices();
    // The new output of the element in order, such as "caps segment 0 1 eos": frames by their
    // indexes, events by their names.
    std::string sequence();
    // The current caps of the source pad.
    CapsHandle output() const;
    // The first message of a kind from the element; the others are dropped.
    MessageHandle message(GstMessageType type);
    // The text of the element's first message of a kind of message with a text; empty if there is
    // none.
    std::string said(GstMessageType type);

  private:
    void record(const GstPadProbeInfo* info);

    GstHarness* harness_;
    GstElement* tonelift_;
    GstBus* bus_;
    std::string sequence_;
};

// The text of an error, a warning or an info message.
std::string text_of(GstMessage* message);

// A field of a structure as text; empty where there is none.
std::string field(const CapsHandle& caps, const char* name);

}  // namespace tonelift
