// SPDX-License-Identifier: BSD-2-Clause
//
// What happens to the numbers of a frame between passes: percentiles, smoothing over time, cuts and
// tone curves. Every function here is pure and allocation-free, so that it can run on a device as
// well.
#pragma once

#include <span>

#include "kernels/pass.h"

namespace tonelift {

// A scene_change whose arguments are the same for the whole frame is known before its step runs: it
// restarts what the step smooths before it is asked for.
bool is_known_early(const FrameOperation& operation, const Plan& plan);
// States that a plan takes over from the one before: the first ones, -1 where the two do not fit.
// Those of curves need not be there on both sides.
int states_kept(int states, int curve_states, int states_before, int curve_states_before);

// Whether there is such an operation; an internal error where there is not.
void check(const FrameOperation& operation);

// Value below which `share` (0 to 1) of the samples lie, interpolated inside its bin. Bins that
// begin below `from` do not count: black bars, for one. 0 when no sample counts.
constexpr float all_samples = -65504.0f;
float percentile(std::span<const uint32_t> bins, float share, bool unit_range,
                 float from = all_samples);
// Entropy in bits of the histogram.
float entropy(std::span<const uint32_t> bins);

// Distance of two histograms in [0, 2]: the L1 distance of the normalized histograms, each smoothed
// over its neighbor bins so that a small shift of all values counts little.
float histogram_distance(std::span<const uint32_t> a, std::span<const uint32_t> b);

// One step of exponential smoothing: the state moves toward value by 1 - exp(-seconds /
// time_constant); time_constant 0 takes the value.
float smooth_step(float state, float value, float seconds, float time_constant);
// The same across cuts: 0 (same scene) to 1 (what was before does not count).
float smoothed_or_cut(float state, float value, float seconds, float time_constant, float cut);

// The slopes of an adaptive curve, which are smoothed over time.
struct CurveMemory {
    std::span<float> slopes;  // adaptive_curve_bins: of the frame before, 0 where there was none;
                              // then of this one
    float seconds;
    float time_constant;
    float cut;
    bool given;  // the slopes are those of this frame
};

// What a tone curve is made for. All lightness PQ-coded; hostile numbers are replaced by sane ones.
//
// A source that fits (source white <= target white) is left alone by every curve without an anchor.
// Else source white goes to target white, and black to target black where that is lighter. Curves
// are monotone, go on with their slope below the source's black and never exceed the target's
// white; all but clip and bt2446a have no corners.
//
// An anchor (source_median and target_middle both known) lets spline and adaptive move the median
// to the middle, up by 0.10 (less in the dark) and down by 0.06 at most. They then touch a source
// that fits, too: its white is raised half of the way to the target's, by 0.06 at most, and haze is
// lowered toward the target's black.
struct CurveArguments {
    CurveKind kind;
    float source_black;
    float source_white;
    float target_black;
    float target_white;
    float source_median;                  // 0: unknown
    float target_middle;                  // 0: no anchor
    std::span<const uint32_t> histogram;  // adaptive only: of lightness in [0,1]; spline without
};
// memory: adaptive only; nullptr: every frame for itself.
void fill_curve(const CurveArguments& arguments, std::span<float> table,
                const CurveMemory* memory = nullptr);

}  // namespace tonelift
