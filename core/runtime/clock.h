// SPDX-License-Identifier: BSD-2-Clause
//
// Converts the times of a stream's frames to the form that executors need. Input times are doubles.
// The floats derived from them stay small enough to keep their resolution for weeks: a difference,
// seconds modulo a day, a hash. They depend only on the times of the frame and of the previous
// frame.
#pragma once

#include <tonelift/frame.h>

#include <optional>

#include "core/runtime/log.h"
#include "kernels/batch.h"

namespace tonelift {

class Clock {
  public:
    explicit Clock(Log log) : log_(log) {}

    // Upper limit of a frame's duration in smoothing, seconds: streams with a low frame rate, such
    // as time lapse and slides, are smoothed over several frames.
    static constexpr double longest_step = 0.125;
    // The time between frames whose times are unknown, seconds.
    static constexpr double unknown_duration = 1.0 / 25;
    // Returns the duration that smoothing uses for an actual duration, both in seconds.
    static double step(double elapsed);

    // Discards the statistics before the next frame.
    void restart() { restart_ = true; }
    FrameTime next(const tonelift_frame& frame);

  private:
    void watch(const tonelift_frame& frame);
    bool is_pause(double elapsed) const;

    Log log_;
    std::optional<double> last_;
    std::optional<double> usual_;  // interval between the previous two frames
    bool restart_ = true;
    int still_ = 0;  // consecutive frames with the same time as the previous one
};

}  // namespace tonelift
