// SPDX-License-Identifier: BSD-2-Clause
//
// The element tonelift in a GstHarness, for tests.
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

// Returns caps "video/x-raw,format=...,width=...,height=...,framerate=25/1,colorimetry=..." with
// additions.
std::string video_caps(const std::string& format, int width, int height,
                       const std::string& colorimetry, const std::string& more = "");

class Element {
  public:
    // launch: a gst-launch line that contains one "tonelift".
    explicit Element(const std::string& launch = "tonelift");
    ~Element();
    Element(const Element&) = delete;
    Element& operator=(const Element&) = delete;

    GstHarness* harness() const { return harness_; }
    GstElement* tonelift() const { return tonelift_; }

    void set_input(const std::string& caps);
    // Restricts the caps of the next element. Call before set_input().
    void set_output(const std::string& caps);
    // Pushes a frame with index `index` at 25 frames per second.
    GstFlowReturn push(BufferHandle buffer, int index);
    // Returns the next output frame without waiting; null if there is none.
    BufferHandle pull();
    // Returns the presentation times of all new output as frame indexes.
    std::vector<int> pull_indices();
    // Returns the new output of the element in order, such as "caps segment 0 1 eos": frames by
    // index, events by name.
    std::string sequence();
    // Returns the current caps of the source pad.
    CapsHandle output() const;
    // Returns the first message of a kind from the element and drops the other messages.
    MessageHandle message(GstMessageType type);
    // Returns the text of the element's first message of a kind; empty if there is none.
    std::string said(GstMessageType type);

  private:
    void record(const GstPadProbeInfo* info);

    GstHarness* harness_;
    GstElement* tonelift_;
    GstBus* bus_;
    std::string sequence_;
};

// Returns the text of an error, a warning or an info message.
std::string text_of(GstMessage* message);

// Returns a field of a structure as text; empty if it is missing.
std::string field(const CapsHandle& caps, const char* name);

}  // namespace tonelift
