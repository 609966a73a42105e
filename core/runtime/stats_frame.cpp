// SPDX-License-Identifier: BSD-2-Clause
#include "core/runtime/stats_frame.h"

#include <cmath>

#include "core/runtime/clock.h"

namespace tonelift {
namespace {

constexpr double most_seconds = 9e9;  // range of nanoseconds in 64 bits

}  // namespace

StatsFrame key_of(const tonelift_frame& frame) {
    StatsFrame key{frame.timestamp};
    if (std::abs(frame.time) < most_seconds) key.nanoseconds = std::llround(frame.time * 1e9);
    return key;
}

double step_between(const StatsFrame& before, const StatsFrame& after) {
    if (!before.nanoseconds || !after.nanoseconds) return Clock::unknown_duration;
    return Clock::step(static_cast<double>(*after.nanoseconds - *before.nanoseconds) / 1e9);
}

}  // namespace tonelift
