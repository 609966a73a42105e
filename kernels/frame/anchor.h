// SPDX-License-Identifier: BSD-2-Clause
//
// Tone curves that move the median lightness of a picture toward the middle of the display's range.
#pragma once

#include "kernels/frame/curves.h"
#include "kernels/frame/statistics.h"

namespace tonelift::frame {

struct Anchor {
    float median;
    float middle;
};

// A curve has two parts: below the median and above the median. `steepest` limits the mean slope of
// each part.
constexpr float steepest = 1.3f;

// Returns a range whose target extends only a little beyond the source. The target's black is only
// a little below the source's black, and the target's white only a little above the source's white.
// Night scenes therefore stay dark.
TONELIFT_INLINE Range anchored_range(const Range& range) {
    constexpr float raised = 0.06f, hazy = 0.08f, lowered = 0.03f;
    Range result = range;
    const float room = range.target_white - range.white;
    if (room > 0) result.target_white = range.white + math::min(0.5f * room, raised);
    if (range.black > range.target_black) {
        const float clear = math::min(range.black, range.target_black + hazy);
        result.target_black = math::max(clear, range.black - lowered);
    }
    result.target_black = math::min(result.target_black, result.target_white);
    return result;
}

TONELIFT_INLINE float anchored_height(float natural, float middle) {
    constexpr float most_down = 0.06f;
    const float most_up = math::min(0.10f, 0.35f * natural);
    return natural + math::clamp(middle - natural, -most_down, most_up);
}

TONELIFT_INLINE float fit_pivot(Range& range, float pivot, float height) {
    const float lower = pivot - range.black, upper = range.white - pivot;
    const float mean = (range.target_white - range.target_black) / (lower + upper);
    const float least = math::min(0.35f, 0.5f * mean);
    const float fitted =
        math::clamp(height, range.target_black + least * lower, range.target_white - least * upper);
    range.target_black = math::max(range.target_black, fitted - steepest * lower);
    range.target_white = math::min(range.target_white, fitted + steepest * upper);
    return fitted;
}

TONELIFT_INLINE float inner_median(const Range& range, float median) {
    const float margin = 0.05f * (range.white - range.black);
    return math::clamp(median, range.black + margin, range.white - margin);
}

TONELIFT_INLINE float natural_height(const Range& range, float v) {
    return range.white > range.target_white ? natural_spline(range)(v) : v;
}

TONELIFT_INLINE float line_above(const Range& range, float pivot, float height) {
    constexpr float longest = 0.04f, least = 0.33f;
    const float spare = range.target_white - height - least * (range.white - pivot);
    return math::clamp(spare / (1 - least), 0.0f, longest);
}

// Returns a curve in two parts that meet at the median. A bright light that enters the picture
// therefore does not change the dark parts of the picture.
TONELIFT_INLINE Spline anchored_spline(const Range& range, const Anchor& anchor) {
    constexpr float below = 0.02f, above = 0.15f;
    const float pivot = math::clamp(anchor.median, below, math::max(range.white, below));
    const float height = anchored_height(natural_height(range, pivot), anchor.middle);
    Range fitted = range;
    fitted.black = math::min(range.black, pivot - below);
    fitted.white = math::max(range.white, pivot + above);
    fitted = anchored_range(fitted);
    const float fitted_height = fit_pivot(fitted, pivot, height);
    return Spline(fitted, pivot, fitted_height, line_above(fitted, pivot, fitted_height));
}

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

    Range range;
    AdaptiveSpace& space;
    float exponent = 1;

    template <typename Team>
    TONELIFT_INLINE Adaptive(const Team& team, const Range& from, const Anchor& anchor,
                             AdaptiveSpace& memory)
        : range(anchored_range(from)), space(memory) {
        const float mean = (range.target_white - range.target_black) / (range.white - range.black);
        if (mean > steepest) {
            range.target_white = range.target_black + steepest * (range.white - range.black);
        }
        limit(team, steepest / math::max(math::min(mean, steepest), 1e-3f));
        team.once([&] { accumulate(); });
        if (anchor.middle > 0 && anchor.median > 0) bend(anchor);
    }

    TONELIFT_INLINE float operator()(float v) const {
        const float y = math::mix(range.target_black, range.target_white, bent(relative(v)));
        return smooth_minimum(y, brightest(v));
    }

    // Returns the upper limit of the curve at v. The limit keeps the gain of dark tones below about
    // 3, so that a dark scene is not stretched over the whole range.
    TONELIFT_INLINE float brightest(float v) const {
        const float raised = math::min(0.4f * math::max(v, 0.0f), 0.10f);
        const float lifted = math::max(range.target_black + smoothing - 0.5f * v, 0.0f);
        return v + raised + lifted;
    }

    static constexpr float smoothing = 0.02f;
    TONELIFT_INLINE static float smooth_minimum(float a, float b) {
        const float near = math::max(smoothing - math::abs(a - b), 0.0f);
        return math::min(a, b) - near * near / (4 * smoothing);
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

    // Returns the curve's value at v, scaled so that the curve maps [range.black, range.white] to
    // [0, 1].
    TONELIFT_INLINE float relative(float v) const {
        const float* slopes = space.slopes;
        const float width = range.white - range.black;
        const float x = math::saturate((v - range.black) / width) * bins - 0.5f;
        const int k = static_cast<int>(math::clamp(math::floor(x), 0.0f, bins - 2.0f));
        const float t = x - static_cast<float>(k);
        const float bend = math::saturate(t);
        const float slope = math::mix(slopes[k], slopes[k + 1], 0.5f * bend);
        const float beyond = (t - bend) * slopes[t > 1 ? k + 1 : k];
        return (space.heights[k] + bend * slope + beyond) / space.total;
    }

    static constexpr float toe = 0.03f;
    TONELIFT_INLINE float bent(float u) const {
        const float low = math::pow(toe, exponent), high = math::pow(1 + toe, exponent);
        return (math::pow(u + toe, exponent) - low) / (high - low);
    }

    TONELIFT_INLINE void bend(const Anchor& anchor) {
        const float height = relative(inner_median(range, anchor.median));
        const float span = math::max(range.target_white - range.target_black, 1e-3f);
        const float natural = range.target_black + span * height;
        const float wanted = (anchored_height(natural, anchor.middle) - range.target_black) / span;
        const float base = math::log2(math::clamp(height, 0.02f, 0.98f));
        exponent = math::clamp(math::log2(math::clamp(wanted, 0.02f, 0.98f)) / base, 0.5f, 1.6f);
    }
};

}  // namespace tonelift::frame
