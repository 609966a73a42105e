// SPDX-License-Identifier: BSD-2-Clause
//
// A frame as statistics know it: by its timestamp and its time.
#pragma once

#include <tonelift/frame.h>

#include <cstdint>
#include <optional>

namespace tonelift {

struct StatsFrame {
    int64_t timestamp = 0;
    std::optional<int64_t> nanoseconds = {};  // none: unknown

    bool operator==(const StatsFrame&) const = default;
};

StatsFrame key_of(const tonelift_frame& frame);

// The time from one frame to the next, as smoothing takes it (Clock::step), seconds.
double step_between(const StatsFrame& before, const StatsFrame& after);

}  // namespace tonelift
