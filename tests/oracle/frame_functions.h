// SPDX-License-Identifier: BSD-2-Clause
//
// Plain versions of the functions in frame steps: percentiles, smoothing over time, scene changes
// and tone curves.
#pragma once

#include <span>

#include "kernels/frame/frame.h"
#include "kernels/pass.h"

namespace tonelift {

// Returns the percentile of a histogram: `share` (0 to 1) of the samples are below it. It is
// interpolated inside its bin. Bins that begin below `from`, such as those of black bars, do not
// count. Returns 0 if no samples are left.
float percentile(std::span<const uint32_t> bins, float share, bool unit_range,
                 float from = all_samples);
// Returns the entropy of the histogram in bits.
float entropy(std::span<const uint32_t> bins);

// Returns the distance of two histograms, from 0 to 2. The histograms are normalized and smoothed
// over neighboring bins, so a small shift of all values counts little. Then their absolute
// differences are added.
float histogram_distance(std::span<const uint32_t> a, std::span<const uint32_t> b);

// Smooths a state exponentially over one step of time. The difference from `value` shrinks by the
// factor exp(-seconds / time_constant). If time_constant is 0, the result is `value`.
float smooth_step(float state, float value, float seconds, float time_constant);
// Smooths a state over one step of time, but not across a scene change. `cut` is 0 in the same
// scene and 1 after a change, when earlier frames do not count.
float smoothed_or_cut(float state, float value, float seconds, float time_constant, float cut);

// The slopes of an adaptive curve, smoothed over time.
struct CurveMemory {
    // adaptive_curve_bins slopes. On input they are those of the previous frame, or 0 if there is
    // none; on output, those of this frame.
    std::span<float> slopes;
    float seconds;
    float time_constant;
    float cut;
    bool given;  // the input slopes are already those of this frame
};

// The arguments of a tone curve (frame::CurveRequest). Lightness is in PQ. Invalid numbers are
// replaced by valid ones.
struct CurveArguments {
    CurveKind kind;
    float source_black;
    float source_white;
    float target_black;
    float target_white;
    float source_median;                  // 0: unknown
    float target_middle;                  // 0: no anchor
    std::span<const uint32_t> histogram;  // adaptive only: lightness in [0,1]; spline if empty
};
// Fills the table of a tone curve. Only the adaptive curve uses `memory`; without it, the curve is
// not smoothed over frames.
void fill_curve(const CurveArguments& arguments, std::span<float> table,
                const CurveMemory* memory = nullptr);

}  // namespace tonelift
