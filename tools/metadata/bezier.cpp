// SPDX-License-Identifier: BSD-2-Clause
#include "tools/metadata/bezier.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/color/pq.h"
#include "tools/metadata/least_squares.h"
#include "tools/metadata/preset_curve.h"

namespace tonelift {
namespace {

double mix(double a, double b, double share) { return a + share * (b - a); }

constexpr std::array<double, 3> targets = {300, 400, 600};
constexpr std::array<double, 2> knees = {0.2, 0.6};  // shares of the target
constexpr double weight_of_falls = 0.2;              // for a fall below the anchor before
// Most screens with HDR10+ are brighter than usual_screen. Darker screens count less.
constexpr double usual_screen = 300, weight_of_darker = 0.3;
constexpr double most_knee = 1 - 1.0 / knee_codes;
constexpr size_t compared_tones = 65;
constexpr double weight_of_all = 0.1;  // for tones that the picture lacks
constexpr double weight_of_mean = 4;   // mean light against all tones
// The luminance of the darkest pixel whose largest component is 1: blue of BT.2020.
constexpr double least_luminance = 0.0593;

// Fits a curve for one targeted screen.
class Fit {
  public:
    Fit(std::span<const ScreenIntent> screens, const ShotLight& light, double target)
        : screens_(screens), source_(light.peak()), target_(std::min(target, source_)) {
        const std::vector<double> weights = tone_weights(light, compared_tones);
        for (size_t i = 1; i < compared_tones; ++i) {
            const double code = static_cast<double>(i) / (compared_tones - 1);
            if (pq_light(code) > source_) break;
            const double luminance =
                std::max(code - darker_by(light, code), pq_code(least_luminance * pq_light(code)));
            tones_.push_back({luminance, pq_light(code), pq_light(code) / pq_light(luminance),
                              weights[i] + weight_of_all / compared_tones});
        }
    }

    // The best of the curves that are found from several knees.
    BezierCurve run(double* least) const {
        std::vector<double> best;
        *least = HUGE_VAL;
        for (const double knee : knees) {
            double sum = 0;
            std::vector<double> found = least_squares(
                [&](const std::vector<double>& at, std::vector<double>* residuals) {
                    compare(curve_of(at), residuals);
                },
                start(knee), &sum);
            if (sum >= *least) continue;
            *least = sum;
            best = std::move(found);
        }
        return curve_of(best);
    }

  private:
    struct Tone {
        double luminance;  // PQ code
        double light;      // of the largest component, cd/m2
        double ratio;      // of the two lights
        double weight;
    };
    double wanted(const ScreenIntent& screen, const Tone& tone) const {
        return std::min(tone.ratio * light_at(screen.light, tone.luminance), screen.peak);
    }

    // A knee at this share of the target, and control points on the curve of the screen nearest to
    // the target.
    std::vector<double> start(double knee) const {
        const ScreenIntent& near =
            *std::min_element(screens_.begin(), screens_.end(), [&](const auto& a, const auto& b) {
                return std::abs(a.peak - target_) < std::abs(b.peak - target_);
            });
        const auto share = [&](double x) {
            const auto above =
                std::find_if(tones_.begin(), tones_.end() - 1,
                             [&](const Tone& tone) { return tone.light >= x * source_; });
            return std::clamp(wanted(near, *above) / near.peak, 0.0, 1.0);
        };
        double knee_x = 0;
        for (const Tone& tone : tones_) {
            if (share(tone.light / source_) <= knee) knee_x = tone.light / source_;
        }
        std::vector<double> at{knee_x, std::min(share(knee_x), most_knee)};
        for (size_t i = 1; i <= most_anchors; ++i) {
            const double x = mix(knee_x, 1, static_cast<double>(i) / (most_anchors + 1));
            at.push_back(std::clamp((share(x) - at[1]) / (1 - at[1]), 0.0, 1.0));
        }
        return at;
    }

    BezierCurve curve_of(const std::vector<double>& at) const {
        return {target_,
                std::min(at[0], most_knee),
                std::min(at[1], most_knee),
                {at.begin() + 2, at.end()}};
    }

    void compare(const BezierCurve& curve, std::vector<double>* residuals) const {
        residuals->clear();
        for (size_t i = 1; i < curve.anchors.size(); ++i)
            residuals->push_back(weight_of_falls *
                                 std::max(curve.anchors[i - 1] - curve.anchors[i], 0.0));
        for (const ScreenIntent& screen : screens_) {
            const double peak = std::min(screen.peak, source_);
            const BezierCurve there = adapted(curve, source_, peak);
            const double share = screen.peak < usual_screen ? weight_of_darker : 1;
            double mean = 0, wanted_mean = 0;
            for (const Tone& tone : tones_) {
                const double intent = wanted(screen, tone);
                const double shown = shown_light(there, source_, tone.light);
                residuals->push_back(share * std::sqrt(tone.weight) *
                                     (pq_code(shown) - pq_code(intent)));
                mean += tone.weight * shown;
                wanted_mean += tone.weight * intent;
            }
            residuals->push_back(share * weight_of_mean * (pq_code(mean) - pq_code(wanted_mean)));
        }
    }

    std::span<const ScreenIntent> screens_;
    double source_;
    double target_;
    std::vector<Tone> tones_;
};

}  // namespace

BezierCurve coded(const BezierCurve& curve) {
    const auto rounded = [](double value, int codes) { return std::round(value * codes) / codes; };
    BezierCurve result = curve;
    result.target = std::round(curve.target);
    result.knee_x = rounded(curve.knee_x, knee_codes);
    result.knee_y = rounded(curve.knee_y, knee_codes);
    for (double& anchor : result.anchors) anchor = rounded(anchor, anchor_codes);
    return result;
}

// The curve that changes nothing.
BezierCurve line(double target) {
    BezierCurve curve{target, 0, 0, {}};
    for (size_t i = 1; i <= most_anchors; ++i)
        curve.anchors.push_back(static_cast<double>(i) / (most_anchors + 1));
    return coded(curve);
}

BezierCurve fitted_bezier(std::span<const ScreenIntent> screens, const ShotLight& light) {
    const double darkest = std::ranges::min(screens, {}, &ScreenIntent::peak).peak;
    if (light.peak() <= darkest) return line(darkest);
    BezierCurve best;
    double least = HUGE_VAL;
    for (const double target : targets) {
        double sum = 0;
        BezierCurve curve = Fit(screens, light, target).run(&sum);
        if (sum >= least) continue;
        least = sum;
        best = std::move(curve);
    }
    BezierCurve result = coded(best);
    for (size_t i = 1; i < result.anchors.size(); ++i)
        result.anchors[i] = std::max(result.anchors[i], result.anchors[i - 1]);
    return result;
}

}  // namespace tonelift
