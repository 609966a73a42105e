// SPDX-License-Identifier: BSD-2-Clause
//
// A frame in the statistics: its timestamp and its time.
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

// The duration of a frame as used in smoothing (Clock::step), seconds.
double step_between(const StatsFrame& before, const StatsFrame& after);

}  // namespace tonelift
