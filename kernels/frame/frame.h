// SPDX-License-Identifier: BSD-2-Clause
//
// Operations on the numbers of a frame between passes: percentiles, smoothing over time, scene
// changes and tone curves. Every function here is pure and allocation-free, so that it can run on a
// device as well.
#pragma once

#include <span>

#include "kernels/pass.h"

namespace tonelift {

// Whether a scene_change is known before its step runs, because its arguments are the same for the
// whole frame: it restarts the smoothing in the step before that is computed.
bool is_known_early(const FrameOperation& operation, const Plan& plan);
// The number of states that a plan takes over from the previous plan, the first ones; -1 if the two
// do not fit. States of curves need not exist in both.
int states_kept(int states, int curve_states, int states_before, int curve_states_before);

// The value below which `share` (0 to 1) of the samples lie, interpolated inside its bin. Bins that
// begin below `from`, such as those of black bars, do not count. 0 when no sample counts.
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
// The same across scene changes: 0 (same scene) to 1 (earlier frames do not count).
float smoothed_or_cut(float state, float value, float seconds, float time_constant, float cut);

// The slopes of an adaptive curve, which are smoothed over time.
struct CurveMemory {
    // adaptive_curve_bins slopes: input, those of the frame before, 0 if there was none; output,
    // those of this frame.
    std::span<float> slopes;
    float seconds;
    float time_constant;
    float cut;
    bool given;  // the slopes are those of this frame
};

// The arguments of a tone curve. All lightness is PQ-coded; hostile numbers are replaced by sane
// ones.
//
// A source that fits (source white <= target white) is unchanged by every curve without an anchor.
// Otherwise source white goes to target white, and black to target black where that is lighter.
// Curves are monotone, continue with their slope below the source's black and never exceed the
// target's white; all but clip and bt2446a have no corners.
//
// An anchor (source_median and target_middle both known) lets spline and adaptive move the median
// to the middle, up by 0.10 (less in the dark) and down by 0.06 at most. They then change a source
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
// memory: adaptive only; nullptr: frames are independent.
void fill_curve(const CurveArguments& arguments, std::span<float> table,
                const CurveMemory* memory = nullptr);

}  // namespace tonelift
