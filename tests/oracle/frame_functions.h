// SPDX-License-Identifier: BSD-2-Clause
//
// The math of frame steps for one thread: percentiles, smoothing over time, scene changes and tone
// curves.
#pragma once

#include <span>

#include "kernels/frame/frame.h"
#include "kernels/pass.h"

namespace tonelift {

// The value below which `share` (0 to 1) of the samples lie, interpolated inside its bin. Bins that
// begin below `from`, such as those of black bars, do not count. 0 when no sample counts.
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
// One step of exponential smoothing across scene changes: 0 (same scene) to 1 (earlier frames do
// not count).
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

// See frame::CurveRequest. All lightness is PQ-coded; hostile numbers are replaced by sane ones.
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
