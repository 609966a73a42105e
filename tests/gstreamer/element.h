// SPDX-License-Identifier: BSD-2-Clause
//
// Runs the element tonelift in a GstHarness.
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

// Returns the text of raw video caps at 25 frames per second. `more` is added at the end.
std::string video_caps(const std::string& format, int width, int height,
                       const std::string& colorimetry, const std::string& more = "");

class Element {
  public:
    // launch: a line as for gst-launch, with one "tonelift".
    explicit Element(const std::string& launch = "tonelift");
    ~Element();
    Element(const Element&) = delete;
    Element& operator=(const Element&) = delete;

    GstHarness* harness() const { return harness_; }
    GstElement* tonelift() const { return tonelift_; }

    void set_input(const std::string& caps);
    // Sets the caps that the next element accepts. Must be called before set_input().
    void set_output(const std::string& caps);
    // Pushes frame number `index`; there are 25 frames per second.
    GstFlowReturn push(BufferHandle buffer, int index);
    // Returns the next output frame without waiting; null if there is none.
    BufferHandle pull();
    // Takes all new output frames. Returns their indexes, which are computed from their times.
    std::vector<int> pull_indices();
    // Takes all new output. Returns frames by index and events by name, such as "caps segment 0 1
    // eos".
    std::string sequence();
    // Returns the caps of the output.
    CapsHandle output() const;
    // Returns the first message of this kind from the element. All other messages are dropped.
    MessageHandle message(GstMessageType type);
    // Returns the text of the first message of this kind from the element; empty without one.
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

// Returns a field of caps as text; empty if the field is missing.
std::string field(const CapsHandle& caps, const char* name);

}  // namespace tonelift
