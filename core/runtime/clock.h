// SPDX-License-Identifier: BSD-2-Clause
//
// Converts the times of frames to the numbers that executors need. Input times are doubles.
// Executors need floats, which are too coarse for the time since the start of a long stream. The
// floats are therefore small numbers: a difference, seconds modulo a day, and a hash. They depend
// only on the times of the frame and of the previous frame.
#pragma once

#include <tonelift/frame.h>

#include <optional>

#include "core/runtime/log.h"
#include "kernels/batch.h"

namespace tonelift {

class Clock {
  public:
    explicit Clock(Log log) : log_(log) {}

    // Longest duration of a frame that smoothing uses, in seconds. Streams with a low frame rate,
    // such as time lapse and slides, are therefore smoothed over several frames.
    static constexpr double longest_step = 0.125;
    // Assumed time between frames whose times are unknown, in seconds.
    static constexpr double unknown_duration = 1.0 / 25;
    // Converts the actual duration of a frame to the duration that smoothing uses, both in seconds.
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
