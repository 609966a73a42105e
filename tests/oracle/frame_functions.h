// SPDX-License-Identifier: BSD-2-Clause
//
// The functions of frame steps for one thread: percentiles, smoothing over time, scene changes and
// tone curves.
#pragma once

#include <span>

#include "kernels/frame/frame.h"
#include "kernels/pass.h"

namespace tonelift {

// Returns the value below which `share` (0 to 1) of the samples are, interpolated inside its bin.
// Bins that begin below `from`, such as those of black bars, are ignored. Returns 0 if no sample
// counts.
float percentile(std::span<const uint32_t> bins, float share, bool unit_range,
                 float from = all_samples);
// Returns the entropy of the histogram in bits.
float entropy(std::span<const uint32_t> bins);

// Returns the distance of two histograms in [0, 2]: the L1 distance of the normalized histograms,
// each smoothed over neighboring bins so that a small shift of all values counts little.
float histogram_distance(std::span<const uint32_t> a, std::span<const uint32_t> b);

// Returns the state after one step of exponential smoothing: the difference from `value` shrinks by
// the factor exp(-seconds / time_constant). With time_constant 0 the state becomes `value`.
float smooth_step(float state, float value, float seconds, float time_constant);
// Returns the state after one step of exponential smoothing across scene changes. cut: from 0 (same
// scene) to 1 (earlier frames do not count).
float smoothed_or_cut(float state, float value, float seconds, float time_constant, float cut);

// The slopes of an adaptive curve, smoothed over time.
struct CurveMemory {
    // adaptive_curve_bins slopes. Input: those of the previous frame, 0 if there is none. Output:
    // those of this frame.
    std::span<float> slopes;
    float seconds;
    float time_constant;
    float cut;
    bool given;  // the input slopes are already those of this frame
};

// See frame::CurveRequest. All lightness is PQ-coded; hostile numbers are replaced by valid ones.
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
// Fills the table of a tone curve. memory: for the adaptive curve; nullptr: no smoothing over
// frames.
void fill_curve(const CurveArguments& arguments, std::span<float> table,
                const CurveMemory* memory = nullptr);

}  // namespace tonelift
