// SPDX-License-Identifier: BSD-2-Clause
// Converts the times of frames to times that are small enough for floats.
#pragma once

#include <tonelift/frame.h>

#include <optional>

#include "core/common/log.h"
#include "kernels/batch.h"

namespace tonelift {

class Clock {
  public:
    explicit Clock(Log log) : log_(log) {}

    // Maximum duration of a frame for smoothing, in seconds. Longer durations are reduced to this
    // maximum.
    static constexpr double longest_step = 0.125;
    // Assumed duration of a frame without a time, in seconds.
    static constexpr double unknown_duration = 1.0 / 25;
    static double step(double elapsed);

    void restart() { restart_ = true; }
    FrameTime next(const tonelift_frame& frame);

  private:
    void watch(const tonelift_frame& frame);
    bool is_pause(double elapsed) const;

    Log log_;
    std::optional<double> last_;
    std::optional<double> usual_;
    bool restart_ = true;
    int still_ = 0;
};

}  // namespace tonelift
