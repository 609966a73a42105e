// SPDX-License-Identifier: BSD-2-Clause
//
// The times of a stream's frames in the form that the executors take. Times are doubles up to here;
// the floats that are passed on are small enough to keep their resolution after weeks: a
// difference, seconds modulo a day, a hash. All of them follow from the frame's own time and that
// of the frame before.
#pragma once

#include <tonelift/frame.h>

#include <optional>

#include "core/runtime/log.h"
#include "kernels/batch.h"

namespace tonelift {

class Clock {
  public:
    explicit Clock(Log log) : log_(log) {}

    // The most that a frame counts for in smoothing, seconds: streams of few frames a second, such
    // as time lapse and slides, are smoothed over some frames.
    static constexpr double longest_step = 0.125;
    // The time between frames whose times are unknown, seconds.
    static constexpr double unknown_duration = 1.0 / 25;
    // The time from one frame to the next as smoothing takes it.
    static double step(double elapsed);

    // Discards the statistics before the next frame.
    void restart() { restart_ = true; }
    FrameTime next(const tonelift_frame& frame);

  private:
    void watch(const tonelift_frame& frame);
    bool is_pause(double elapsed) const;

    Log log_;
    std::optional<double> last_;
    std::optional<double> usual_;  // time between the two frames before
    bool restart_ = true;
    int still_ = 0;  // consecutive frames with the time of the one before
};

}  // namespace tonelift
