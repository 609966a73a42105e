// SPDX-License-Identifier: BSD-2-Clause
//
// The times of a stream's frames as the executors take them. Times are doubles up to here; what
// goes on as a float is small enough to keep its resolution after weeks: a difference, seconds
// modulo a day, a hash. All of it follows from the frame's own time and the time of the frame
// before.
#pragma once

#include <tonelift/frame.h>

#include <optional>

#include "core/runtime/log.h"
#include "kernels/executor.h"

namespace tonelift {

class Clock {
  public:
    explicit Clock(Log log) : log_(log) {}

    // What was measured before the next frame is forgotten.
    void restart() { restart_ = true; }
    FrameTime next(const tonelift_frame& frame);

  private:
    void watch(const tonelift_frame& frame);

    Log log_;
    std::optional<double> last_;
    bool restart_ = true;
    int still_ = 0;  // frames in a row with the time of the one before
};

}  // namespace tonelift
