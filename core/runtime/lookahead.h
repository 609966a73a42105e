// SPDX-License-Identifier: BSD-2-Clause
//
// The look-ahead of smoothing=shot and of metadata, used if no stats_file is read: a second filter
// measures frames before they are mapped, and the exposure of a frame depends on the frames around
// it. The look-ahead window of a frame depends only on times and the size of the picture, so the
// picture does not depend on the number of frames per call.
#pragma once

#include <tonelift/tonelift.h>

#include <memory>
#include <span>
#include <vector>

#include "core/runtime/log.h"
#include "core/runtime/shots.h"
#include "core/runtime/stats_text.h"
#include "kernels/batch.h"

namespace tonelift {

class Filter;

// Returns the look-ahead time of these options in seconds.
double lookahead_seconds(const tonelift_options& options, bool is_on_device);

class Lookahead {
  public:
    // measuring: a filter for the same stream that only measures (Filter::measure()).
    Lookahead(std::unique_ptr<Filter> measuring, double seconds, const tonelift_video& video,
              const Log& log);
    ~Lookahead();

    // Measures the next frames.
    void look(std::span<const tonelift_frame> frames);
    // Returns the number of frames whose look-ahead window is complete, counted from the next frame
    // to take.
    size_t ready() const;
    // Throws Error (argument) unless these are the next frames to take.
    void check(std::span<const tonelift_frame> frames) const;
    // Sets the states of frames that passed check(). Frames without look() are measured now; their
    // look-ahead window ends with them.
    void take(std::span<const tonelift_frame> frames, std::vector<FrameState>* states);
    // The last frame that was taken, and the known frames of its shot. Valid until the next call.
    struct Place {
        std::span<const ShotFrame> shot;
        size_t at = 0;       // index of the frame
        int64_t number = 0;  // number of the shot's first frame in the stream
    };
    const Place& taken() const { return taken_; }
    // Discards the frames that were measured ahead, for example after a seek.
    void forget() noexcept;
    // Adapts to a new plan of the measuring filter, with these states. If the states differ from
    // the previous states, the script has changed, and frames measured ahead are discarded.
    void follow(ShotColumns columns) noexcept;

    Filter& measuring() { return *measuring_; }
    double seconds() const { return seconds_; }
    // Returns the maximum number of frames that follow a frame in its window.
    size_t most_ahead() const { return most_ahead_; }

  private:
    struct Held {
        StatsFrame frame;
        double seconds = 0;  // ShotFrame::seconds
        std::vector<float> measured;
    };
    void hold(const tonelift_frame& frame, const FrameState& state);
    size_t window_end(size_t frame) const;
    void expose(std::vector<float>* states);
    void let_go();

    std::unique_ptr<Filter> measuring_;
    double seconds_;
    size_t most_ahead_;
    ShotStatistics statistics_;
    std::vector<Held> held_;  // elements after the first count_ are unused and keep their memory
    size_t count_ = 0;
    size_t next_ = 0;    // index of the next frame to take
    int64_t first_ = 0;  // number in the stream of the first held frame
    std::vector<ShotFrame> window_;
    Place taken_;
};

}  // namespace tonelift
