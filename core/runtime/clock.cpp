// SPDX-License-Identifier: BSD-2-Clause
#include "core/runtime/clock.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace tonelift {
namespace {

// Peak of PQ, cd/m2.
constexpr double brightest_nits = 10000;
// A pause is longer than shortest_pause seconds, and longer than `longer` times the time between
// the two previous frames.
constexpr double shortest_pause = 1;
constexpr double longer = 4;
constexpr double day = 86400;  // in seconds; floats below this number resolve 1/128 s
// A warning is logged if this number of successive frames repeat the timestamp of the frame before.
constexpr int still_frames = 3;

float noise_of(double time) {
    constexpr double most = 9.2e18;
    auto bits = static_cast<uint64_t>(std::llround(std::clamp(time * 1e9, -most, most)));
    bits = (bits ^ bits >> 33) * 0xff51afd7ed558ccdu;
    bits = (bits ^ bits >> 33) * 0xc4ceb9fe1a85ec53u;
    return static_cast<float>((bits ^ bits >> 33) & 0xffffu);
}

}  // namespace

double Clock::step(double elapsed) { return std::clamp(elapsed, 0.0, longest_step); }

// Returns whether the time since the previous frame is a pause. A low frame rate does not count as
// a pause.
bool Clock::is_pause(double elapsed) const {
    return usual_ && elapsed > shortest_pause && elapsed > longer * *usual_;
}

FrameTime Clock::next(const tonelift_frame& frame) {
    watch(frame);
    const double time =
        std::isfinite(frame.time) ? frame.time : last_.value_or(0) + unknown_duration;
    const double elapsed = last_ ? time - *last_ : 0;
    const double peak = std::isfinite(frame.scene_peak) ? frame.scene_peak : 0;
    FrameTime result;
    result.time = static_cast<float>(std::fmod(time, day));
    result.seconds_since_previous = static_cast<float>(step(elapsed));
    const bool splice = restart_ || frame.discontinuity != 0 || elapsed < 0;
    result.restart = splice || is_pause(elapsed);
    result.scene_peak = static_cast<float>(std::clamp(peak, 0.0, brightest_nits));
    result.noise = noise_of(time);
    usual_ = splice ? std::nullopt : std::optional(elapsed);
    last_ = time;
    restart_ = false;
    return result;
}

// Warns about frame times that do not advance, because smoothed statistics then do not adapt.
void Clock::watch(const tonelift_frame& frame) {
    if (still_ == still_frames) return;
    const bool stands = last_ && frame.time == *last_ && frame.discontinuity == 0;
    still_ = stands ? still_ + 1 : 0;
    if (still_ < still_frames) return;
    log_.warning("times do not advance: successive frames have the time " +
                 std::to_string(frame.time) +
                 " s, so smoothing over time does not adapt; set the time of each frame, or "
                 "NAN if it is unknown");
}

}  // namespace tonelift
