// SPDX-License-Identifier: BSD-2-Clause
// Declares plain versions of functions that run once per frame: percentiles, smoothing over time,
// scene changes and tone curves.
#pragma once

#include <span>

#include "kernels/frame/frame.h"
#include "kernels/pass.h"

namespace tonelift {

// Returns the value that the proportion `share` of the samples does not exceed. Bins that begin
// below `from` do not count.
float percentile(std::span<const uint32_t> bins, float share, bool unit_range,
                 float from = all_samples);
float entropy(std::span<const uint32_t> bins);

// Returns the distance of two histograms. The histograms are smoothed first, so a small shift of
// all values changes the distance little.
float histogram_distance(std::span<const uint32_t> a, std::span<const uint32_t> b);

float smooth_step(float state, float value, float seconds, float time_constant);
float smoothed_or_cut(float state, float value, float seconds, float time_constant, float cut);

struct CurveMemory {
    std::span<float> slopes;
    float seconds;
    float time_constant;
    float cut;
    bool given;
};

struct CurveArguments {
    CurveKind kind;
    float source_black;
    float source_white;
    float target_black;
    float target_white;
    float source_median;
    float target_middle;
    std::span<const uint32_t> histogram;
};
void fill_curve(const CurveArguments& arguments, std::span<float> table,
                const CurveMemory* memory = nullptr);

}  // namespace tonelift
