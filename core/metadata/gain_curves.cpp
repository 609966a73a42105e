// SPDX-License-Identifier: BSD-2-Clause
#include "core/metadata/gain_curves.h"

#include <algorithm>
#include <cmath>

#include "core/color/describe.h"
#include "core/color/pq.h"
#include "core/metadata/light_codes.h"
#include "core/metadata/preset_curve.h"

namespace tonelift {
namespace {

constexpr double finest_x = 0.001, finest_gain = 0.0001;  // resolution of the codes
constexpr double least_gain = -6;                         // limit of the syntax, stops
constexpr double good_enough = 0.0004;                    // allowed error, PQ codes
constexpr double least_headroom_step = 0.05;  // stops, from an alternate to the baseline

double rounded(double value, double step) { return std::round(value / step) * step; }

double headroom_of(double nits) {
    return rounded(std::log2(std::max(nits / reference_white_nits, 1.0)), 0.0001);
}

// Returns the slope at an end of the curve, from the two intervals beside it.
double end_slope(double h0, double h1, double s0, double s1) {
    const double slope = ((2 * h0 + h1) * s0 - h0 * s1) / (h0 + h1);
    if (slope * s0 <= 0) return 0;
    return s0 * s1 < 0 && std::abs(slope) > 3 * std::abs(s0) ? 3 * s0 : slope;
}

// Returns the slope at control point i.
double slope_at(const std::vector<double>& x, const std::vector<double>& y, size_t i) {
    const size_t last = x.size() - 1;
    const auto width = [&](size_t k) { return x[k + 1] - x[k]; };
    const auto steepness = [&](size_t k) { return (y[k + 1] - y[k]) / width(k); };
    if (last == 0) return 0;
    if (last == 1) return steepness(0);
    if (i == 0) return end_slope(width(0), width(1), steepness(0), steepness(1));
    if (i == last)
        return end_slope(width(last - 1), width(last - 2), steepness(last - 1),
                         steepness(last - 2));
    const double s0 = steepness(i - 1), s1 = steepness(i);
    if (s0 * s1 <= 0) return 0;
    const double h0 = width(i - 1), h1 = width(i);
    return 3 * (h0 + h1) * s0 * s1 / ((2 * h0 + h1) * s0 + (h0 + 2 * h1) * s1);
}

// Chooses control points for all alternates: the tone with the largest error in any alternate
// becomes the next control point.
class Fit {
  public:
    Fit(std::span<const ScreenIntent> screens, double source) : source_(source) {
        curves_.baseline_headroom = headroom_of(source);
        for (const ScreenIntent& screen : screens) {
            const double headroom = headroom_of(screen.peak);
            const bool fits =
                screen.peak >= reference_white_nits &&
                headroom + least_headroom_step <= curves_.baseline_headroom &&
                (curves_.alternates.empty() || headroom > curves_.alternates.back().headroom) &&
                curves_.alternates.size() < most_alternates;
            if (!fits) continue;
            curves_.alternates.push_back({headroom, {}});
            screens_.push_back(&screen);
        }
        for (int i = 1; i < curve_tones && !screens_.empty(); ++i) {
            const double light = pq_light(static_cast<double>(i) / (curve_tones - 1));
            if (light > source_) break;
            compare_at(rounded(light / reference_white_nits, finest_x));
        }
    }

    GainCurves run() {
        if (screens_.empty()) return curves_;
        for (const double x : {0.0, source_ / reference_white_nits}) insert(rounded(x, finest_x));
        while (curves_.x.size() < most_control_points) {
            const double x = worst_tone();
            if (x < 0) break;
            insert(x);
        }
        return curves_;
    }

  private:
    // Returns the gain that a screen needs at x. Black gets the gain of the darkest possible
    // control point.
    double wanted_gain(const ScreenIntent& screen, double x) const {
        const double light = std::max(x, finest_x) * reference_white_nits;
        const double shown = std::max(light_at(screen.light, pq_code(light)), 1e-6);
        return std::clamp(rounded(std::log2(shown / light), finest_gain), least_gain, 0.0);
    }

    void insert(double x) {
        const auto place = std::lower_bound(curves_.x.begin(), curves_.x.end(), x);
        const ptrdiff_t at = place - curves_.x.begin();
        curves_.x.insert(place, x);
        for (size_t i = 0; i < screens_.size(); ++i) {
            std::vector<double>& gain = curves_.alternates[i].gain;
            gain.insert(gain.begin() + at, wanted_gain(*screens_[i], x));
        }
    }

    struct Tone {
        double x;
        double octave;                             // log2 of the light in cd/m2
        std::array<double, most_alternates> code;  // PQ codes that the alternates are meant to show
    };

    void compare_at(double x) {
        if (!tones_.empty() && x <= tones_.back().x) return;
        Tone tone{x, std::log2(std::max(x, finest_x) * reference_white_nits), {}};
        for (size_t k = 0; k < screens_.size(); ++k)
            tone.code[k] = code_of_octave(tone.octave + wanted_gain(*screens_[k], x));
        tones_.push_back(tone);
    }

    // Returns the tone with the largest error; negative if all tones are close enough.
    double worst_tone() const {
        double worst = good_enough, result = -1;
        for (const Tone& tone : tones_) {
            if (std::binary_search(curves_.x.begin(), curves_.x.end(), tone.x)) continue;
            for (size_t k = 0; k < screens_.size(); ++k) {
                const double error = std::abs(
                    code_of_octave(tone.octave + gain_at(curves_, k, tone.x)) - tone.code[k]);
                if (error > worst) result = tone.x;
                worst = std::max(worst, error);
            }
        }
        return result;
    }

    double source_;
    GainCurves curves_;
    std::vector<const ScreenIntent*> screens_;  // screens of the alternates
    std::vector<Tone> tones_;
};

}  // namespace

double gain_at(const GainCurves& curves, size_t alternate, double at) {
    const std::vector<double>& x = curves.x;
    const std::vector<double>& y = curves.alternates[alternate].gain;
    if (at <= x.front()) return y.front();
    if (at >= x.back()) return y.back() + std::log2(x.back() / at);
    const auto next = std::upper_bound(x.begin(), x.end(), at);
    const size_t i = static_cast<size_t>(next - x.begin()) - 1;
    const double width = x[i + 1] - x[i], t = (at - x[i]) / width;
    const double from = slope_at(x, y, i) * width, to = slope_at(x, y, i + 1) * width;
    const double rise = y[i + 1] - y[i];
    return y[i] + t * (from + t * (3 * rise - 2 * from - to + t * (from + to - 2 * rise)));
}

GainCurves fitted_gains(std::span<const ScreenIntent> screens, double source) {
    return Fit(screens, source).run();
}

}  // namespace tonelift
