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

// "video/x-raw,format=...,width=...,height=...,framerate=25/1,colorimetry=..." and whatever more.
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
    // What comes next in the pipeline takes only these caps; before set_input().
    void set_output(const std::string& caps);
    // Pushes a frame with number `index` of 25 a second.
    GstFlowReturn push(BufferHandle buffer, int index);
    // The next frame that came out; nothing if there is none. Does not wait.
    BufferHandle pull();
    // The presentation times, as numbers of frames, of all that came out since.
    std::vector<int> pull_indices();
    // What left the element since, in its order, such as "caps segment 0 1 eos": frames by their
    // numbers, events by their names.
    std::string sequence();
    // Caps that the source pad has now.
    CapsHandle output() const;
    // The first message of a kind that the element has posted; the others are dropped.
    MessageHandle message(GstMessageType type);
    // The text of its first error or warning; empty if there is none.
    std::string said(GstMessageType type);

  private:
    void record(const GstPadProbeInfo* info);

    GstHarness* harness_;
    GstElement* tonelift_;
    GstBus* bus_;
    std::string sequence_;
};

// The text of an error or a warning.
std::string text_of(GstMessage* message);

// A field of a structure as text; empty where there is none.
std::string field(const CapsHandle& caps, const char* name);

}  // namespace tonelift
