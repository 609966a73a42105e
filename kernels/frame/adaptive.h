// SPDX-License-Identifier: BSD-2-Clause
//
// The tone curve that is computed from the histogram of a picture.
#pragma once

#include "kernels/frame/anchor.h"
#include "kernels/frame/statistics.h"
#include "kernels/pass.h"

namespace tonelift::frame {

struct AdaptiveSpace {
    // Slopes of the curve at the centers of the bins. The slope is interpolated linearly between
    // two centers, so that the curve has no corners.
    float slopes[adaptive_curve_bins];
    float heights[adaptive_curve_bins];
    float sum;
    float total;
};

struct Histogram {
    const uint32_t* bins;
    uint32_t count;
    bool has_samples;

    TONELIFT_INLINE float samples_between(float low, float high) const {
        const auto n = static_cast<float>(count);
        const float start = low * n, end = high * n;
        float samples = 0;
        for (int i = static_cast<int>(start);
             i < static_cast<int>(count) && static_cast<float>(i) < end; ++i) {
            const float from = math::max(start, static_cast<float>(i));
            const float to = math::min(end, static_cast<float>(i + 1));
            samples += static_cast<float>(bins[i]) * math::max(to - from, 0.0f);
        }
        return samples;
    }
};

TONELIFT_INLINE float sum_of(const float* values) {
    float sum = 0;
    TONELIFT_ROLLED
    for (int k = 0; k < adaptive_curve_bins; ++k) sum += values[k];
    return sum;
}

// Computes the slopes of the curve that distorts contrast least (Mai et al. 2011, "Optimizing a
// tone curve for backward-compatible high dynamic range image and video compression", equation 10).
template <typename Team>
TONELIFT_INLINE void weigh(const Team& team, const Range& range, const Histogram& histogram,
                           AdaptiveSpace& space) {
    constexpr int bins = adaptive_curve_bins;
    float* roots = space.heights;
    const float width = (range.white - range.black) / bins;
    team.each(bins, [&](int k) {
        const float start = range.black + width * static_cast<float>(k);
        roots[k] = histogram.has_samples
                       ? math::cbrt(histogram.samples_between(start, start + width))
                       : 1.0f;
    });
    team.once([&] { space.sum = sum_of(roots); });
    team.each(bins, [&](int k) {
        const float before = roots[k > 0 ? k - 1 : k], after = roots[k + 1 < bins ? k + 1 : k];
        const float smoothed = 0.25f * before + 0.5f * roots[k] + 0.25f * after;
        space.slopes[k] = 0.7f * math::divide(smoothed * bins, space.sum) + 0.3f;
    });
}

// Smooths the slope of a bin over time. `before` is the slope in the previous frame, or 0 if there
// is no previous frame.
TONELIFT_INLINE float steadied_slope(float before, float slope, float seconds, float time_constant,
                                     float cut) {
    return before > 0 ? smoothed_or_cut(before, slope, seconds, time_constant, cut) : slope;
}

struct Adaptive {
    static constexpr bool below_black = false;
    static constexpr int bins = adaptive_curve_bins;

    static constexpr float smoothing = 0.02f;
    static constexpr float toe = 0.03f;

    // The curve is bent by a power of its value + toe.
    struct Bend {
        float exponent = 1, low = toe, high = 1 + toe;  // low and high: powers of toe and 1 + toe
    };

    Range range;
    AdaptiveSpace& space;
    Bend bend;

    template <typename Team>
    TONELIFT_INLINE Adaptive(const Team& team, const Range& from, AdaptiveSpace& memory)
        : range(anchored_range(from)), space(memory) {
        const float mean = (range.target_white - range.target_black) / (range.white - range.black);
        if (mean > steepest) {
            range.target_white = range.target_black + steepest * (range.white - range.black);
        }
        limit(team, steepest / math::max(math::min(mean, steepest), 1e-3f));
        team.once([&] { accumulate(); });
    }

    // Limits all slopes to `cap`. Increases the slopes below `cap`, so that the mean of all slopes
    // stays 1.
    template <typename Team>
    TONELIFT_INLINE void limit(const Team& team, float cap) {
        TONELIFT_ROLLED
        for (int round = 0; round < 8; ++round) {
            team.once([&] { space.sum = sum_of(space.slopes); });
            team.each(bins, [&](int k) {
                float& slope = space.slopes[k];
                slope = math::min(math::divide(slope * bins, space.sum), cap);
            });
        }
    }

    TONELIFT_INLINE void accumulate() {
        const float* slopes = space.slopes;
        float height = 0.5f * slopes[0];
        space.heights[0] = height;
        TONELIFT_ROLLED
        for (int k = 1; k < bins; ++k) {
            height += 0.5f * (slopes[k - 1] + slopes[k]);
            space.heights[k] = height;
        }
        space.total = height + 0.5f * slopes[bins - 1];
    }
};

}  // namespace tonelift::frame
