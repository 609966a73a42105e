// SPDX-License-Identifier: BSD-2-Clause
#include "core/metadata/gain_curves.h"

#include <algorithm>
#include <cmath>

#include "core/color/describe.h"
#include "core/color/pq.h"
#include "core/metadata/light_codes.h"
#include "core/metadata/preset_curve.h"
#include "kernels/lasting.h"

namespace tonelift {
namespace {

// Resolution of the bit stream: x, where 1.0 is the HDR reference white, and gains in stops.
constexpr double finest_x = 0.001, finest_gain = 0.0001;
constexpr double least_gain = -6;       // smallest gain that the bit stream can store, in stops
constexpr double good_enough = 0.0004;  // allowed error of a PQ code in [0, 1]
constexpr double least_headroom_step = 0.05;  // smallest distance between two headrooms, in stops

double rounded(double value, double step) { return std::round(value / step) * step; }

double headroom_of(double nits) {
    return rounded(std::log2(std::max(nits / reference_white_nits, 1.0)), 0.0001);
}

double end_slope(double h0, double h1, double s0, double s1) {
    const double slope = ((2 * h0 + h1) * s0 - h0 * s1) / (h0 + h1);
    if (slope * s0 <= 0) return 0;
    return s0 * s1 < 0 && std::abs(slope) > 3 * std::abs(s0) ? 3 * s0 : slope;
}

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

class Cubic {
  public:
    Cubic(const std::vector<double>& x, const std::vector<double>& y, size_t from)
        : start_(x[from]),
          width_(x[from + 1] - start_),
          gain_(y[from]),
          rise_(y[from + 1] - gain_),
          slope_(slope_at(x, y, from) * width_),
          last_slope_(slope_at(x, y, from + 1) * width_) {}

    double at(double x) const {
        const double t = (x - start_) / width_;
        const double bend = 3 * rise_ - 2 * slope_ - last_slope_;
        return gain_ + t * (slope_ + t * (bend + t * (slope_ + last_slope_ - 2 * rise_)));
    }

  private:
    double start_, width_, gain_, rise_;
    double slope_, last_slope_;
};

struct ComparedTone {
    double x;
    double octave;
    double code;
};

ComparedTone compared_tone(double x) {
    const double light = std::max(x, finest_x) * reference_white_nits;
    return {x, std::log2(light), pq_code(light)};
}

const std::vector<ComparedTone>& all_compared_tones() {
    static const auto& tones = lasting([] {
        std::vector<ComparedTone> made;
        for (int i = 1; i < curve_tones; ++i) {
            const double light = pq_light(static_cast<double>(i) / (curve_tones - 1));
            const double x = rounded(light / reference_white_nits, finest_x);
            if (made.empty() || x > made.back().x) made.push_back(compared_tone(x));
        }
        return made;
    });
    return tones;
}

// Fits the gain curves step by step. In each step, the tone with the largest error becomes a
// control point.
class GainFit {
  public:
    GainFit(std::span<const ScreenIntent> screens, double source) : source_(source) {
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
        const double last = rounded(source_ / reference_white_nits, finest_x);
        for (const ComparedTone& tone : all_compared_tones()) {
            if (screens_.empty() || tone.x > last) break;
            compare_at(tone);
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
    static double wanted_gain(const ScreenIntent& screen, const ComparedTone& tone) {
        const double shown = std::max(light_at(screen.light, tone.code), 1e-6);
        return std::clamp(rounded(std::log2(shown) - tone.octave, finest_gain), least_gain, 0.0);
    }

    void insert(double x) {
        const auto place = std::lower_bound(curves_.x.begin(), curves_.x.end(), x);
        const ptrdiff_t at = place - curves_.x.begin();
        curves_.x.insert(place, x);
        for (size_t i = 0; i < screens_.size(); ++i) {
            std::vector<double>& gain = curves_.alternates[i].gain;
            gain.insert(gain.begin() + at, wanted_gain(*screens_[i], compared_tone(x)));
        }
        compare_around(static_cast<size_t>(at));
    }

    struct Tone {
        double x, octave;
        std::array<double, most_alternates> code;
        double error = 0;  // maximum over the alternates, as a difference of PQ codes
    };

    void compare_at(const ComparedTone& compared) {
        Tone tone{compared.x, compared.octave, {}};
        for (size_t k = 0; k < screens_.size(); ++k)
            tone.code[k] = code_of_octave(tone.octave + wanted_gain(*screens_[k], compared));
        tones_.push_back(tone);
    }

    void compare_around(size_t point) {
        constexpr size_t reach = 2;
        const size_t last = std::min(point + reach, curves_.x.size() - 1);
        for (size_t i = point - std::min(point, reach); i < last; ++i) compare_from(i);
    }

    void compare_from(size_t point) {
        const auto first = std::ranges::lower_bound(tones_, curves_.x[point], {}, &Tone::x);
        const auto end = std::ranges::lower_bound(tones_, curves_.x[point + 1], {}, &Tone::x);
        for (auto tone = first; tone != end; ++tone) tone->error = 0;
        for (size_t k = 0; k < screens_.size(); ++k) {
            const Cubic curve(curves_.x, curves_.alternates[k].gain, point);
            for (auto tone = first; tone != end; ++tone) {
                const double code = code_of_octave(tone->octave + curve.at(tone->x));
                tone->error = std::max(tone->error, std::abs(code - tone->code[k]));
            }
        }
        if (first != end && first->x == curves_.x[point]) first->error = 0;
    }

    double worst_tone() const {
        const auto worst = std::ranges::max_element(tones_, {}, &Tone::error);
        return worst != tones_.end() && worst->error > good_enough ? worst->x : -1;
    }

    double source_;
    GainCurves curves_;
    std::vector<const ScreenIntent*> screens_;
    std::vector<Tone> tones_;
};

}  // namespace

double gain_at(const GainCurves& curves, size_t alternate, double at) {
    const std::vector<double>& x = curves.x;
    const std::vector<double>& y = curves.alternates[alternate].gain;
    if (at <= x.front()) return y.front();
    if (at >= x.back()) return y.back() + std::log2(x.back() / at);
    const auto next = std::upper_bound(x.begin(), x.end(), at);
    return Cubic(x, y, static_cast<size_t>(next - x.begin()) - 1).at(at);
}

GainCurves fitted_gains(std::span<const ScreenIntent> screens, double source) {
    return GainFit(screens, source).run();
}

}  // namespace tonelift
