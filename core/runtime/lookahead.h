// SPDX-License-Identifier: BSD-2-Clause
//
// The look ahead of smoothing=shot where no stats_file is read: a second filter measures frames
// before they are mapped, and what a frame is exposed by follows from those around it. The window
// of a frame depends on times and on the size of the picture alone, so that the picture does not
// depend on how many frames a call has.
#pragma once

#include <tonelift/tonelift.h>

#include <memory>
#include <span>
#include <vector>

#include "core/runtime/log.h"
#include "core/runtime/shots.h"
#include "core/runtime/stats_frame.h"
#include "kernels/batch.h"

namespace tonelift {

class Filter;

class Lookahead {
  public:
    // measuring: a filter of the same stream for Filter::measure().
    Lookahead(std::unique_ptr<Filter> measuring, double seconds, const tonelift_video& video,
              const Log& log);
    ~Lookahead();

    // Measures the next frames.
    void look(std::span<const tonelift_frame> frames);
    // The number of frames, from the next to be taken on, whose window is complete.
    size_t ready() const;
    // Throws Error (argument) unless these are the frames that are taken next.
    void check(std::span<const tonelift_frame> frames) const;
    // Sets the states of frames that passed check(); measures those that were not looked at, whose
    // window ends with them.
    void take(std::span<const tonelift_frame> frames, std::vector<FrameState>* states);
    // Forgets the frames that were looked at, as after a seek.
    void forget() noexcept;
    // Follows a change of the measuring filter, whose plan has these states now. Other states than
    // before mean another script: what was looked at is forgotten.
    void follow(ShotColumns columns) noexcept;

    Filter& measuring() { return *measuring_; }
    double seconds() const { return seconds_; }
    // The most frames that a window has behind its frame.
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
    std::vector<Held> held_;  // the first count_, in their order; the others keep their memory
    size_t count_ = 0;
    size_t next_ = 0;    // place of the frame that is taken next
    int64_t first_ = 0;  // number in the stream of the first that is held
    std::vector<ShotFrame> window_;
};

}  // namespace tonelift
