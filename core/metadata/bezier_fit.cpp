// SPDX-License-Identifier: BSD-2-Clause
//
// For a given source, target and knee, the light on every screen is linear in the anchors, and
// therefore in the differences between neighboring control points. These differences, the rises,
// add up to 1 (least_shares.h). The fit tries sources, targets and knees, and solves for the rises.
#include "core/metadata/bezier_fit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "core/color/pq.h"
#include "core/metadata/least_shares.h"
#include "core/metadata/light_codes.h"
#include "core/metadata/preset_curve.h"

namespace tonelift {
namespace {

static_assert(share_count == most_anchors + 1);

constexpr std::array<double, 3> targets = {100, 150, 600};  // tried for several screens, cd/m2
// The fit compares luminance. On screens below dark_screen, cd/m2, color adds up to a tenth to the
// difference (docs/decisions/0031).
constexpr double dark_screen = 150, weight_of_dark = 1.1;
// Limits of the smallest source peak that is tried, cd/m2. That peak is the 99th percentile,
// clamped to these limits. Light above a source peak is shown like the peak. A source peak of
// 10,000 cd/m2 makes the curve too coarse for tones below 100.
constexpr double least_source = 800, coarse_source = 3000;
constexpr size_t sources = 3;
constexpr size_t compared_tones = 65;
constexpr double weight_of_all = 0.1;   // spread over all tones, even absent ones
constexpr double weight_of_mean = 0.3;  // weight of mean light, relative to that of all tones
constexpr double most_knee = 1 - 1.0 / knee_codes;
constexpr double darkest_knee = 0.5, brightest_knee = 700;  // cd/m2
constexpr int knees_across = 7;
constexpr std::array<double, 4> knees_up = {0.75, 0.85, 0.92, 1};  // y code / x code
constexpr size_t refined = 2;  // number of pairs of source and target
constexpr int refinements = 5, balances = 9;
constexpr double first_step = 0.05;  // between knees, PQ codes
constexpr double first_balance_step = 0.04, shorter = 0.85;
constexpr double least_difference = 0.5;  // relative to the error of the screen
constexpr double smallest_error = 1e-6;

double mix(double a, double b, double share) { return a + share * (b - a); }

BezierCurve knee_at(double target, double x, double y, double anchor) {
    BezierCurve curve{target, x, y, {}};
    for (size_t i = 0; i < most_anchors; ++i) curve.anchors.push_back(anchor);
    return curve;
}

// The light that a screen shows for a tone, as a linear function of the rises.
class Screen {
  public:
    Screen(double source, double target, double x, double y, double peak)
        : source_(source),
          low_(adapted(knee_at(target, x, y, 0), source, std::min(peak, source))),
          high_(adapted(knee_at(target, x, y, 1), source, std::min(peak, source))) {}

    Shares row(double light) const {
        Shares row;
        const double x = std::min(light / source_, 1.0);
        if (x <= low_.knee_x && low_.knee_x > 0) {
            row.fill(low_.target * x * low_.knee_y / low_.knee_x);
            return row;
        }
        const Shares weights = bernstein((x - low_.knee_x) / (1 - low_.knee_x));
        double fixed = weights.back(), rise = 0;
        row.back() = 0;
        for (size_t i = most_anchors; i-- > 0;) {
            fixed += weights[i] * low_.anchors[i];
            rise += weights[i] * (high_.anchors[i] - low_.anchors[i]);
            row[i] = rise;
        }
        for (double& value : row) value = low_.target * mix(low_.knee_y, 1, fixed + value);
        return row;
    }

  private:
    // Weights of the anchors and of the end point.
    static Shares bernstein(double t) {
        Shares weights{};
        double power = 1, falling = 1, binomial = 1;
        for (double& weight : weights) weight = power *= t;
        for (size_t i = most_anchors; i-- > 0;) {
            falling *= 1 - t;
            binomial *= static_cast<double>(i + 2) / static_cast<double>(most_anchors - i);
            weights[i] *= binomial * falling;
        }
        return weights;
    }

    double source_;
    BezierCurve low_, high_;  // curves with all anchors 0, and with all anchors 1
};

struct Candidate {
    double cost = HUGE_VAL;
    double source = 0, target = 0, knee_x = 0, knee_y = 0;
    Shares rises{};
};

class Fit {
  public:
    Fit(std::span<const ScreenIntent> screens, const ShotLight& light) : peak_(light.peak()) {
        targets_.assign(targets.begin(), targets.end());
        if (screens.size() == 1) targets_ = {screens[0].peak};
        least_target_ = screens.size() == 1 ? 0.5 * targets_[0] : targets_[0];
        weigh(light);
        for (const ScreenIntent& screen : screens) intents_.push_back(intent_of(screen));
        least_source_ = std::min(std::max(std::clamp(pq_light(light.percentile(SourceLight::p99)),
                                                     least_source, coarse_source),
                                          1.01 * targets_[0]),
                                 peak_);
    }

    FittedBezier run() {
        const size_t steps = least_source_ < 0.95 * peak_ ? sources : 1;
        for (size_t i = 0; i < steps; ++i) {
            const double share = static_cast<double>(i) / (sources - 1);
            const double source = peak_ * std::pow(least_source_ / peak_, share);
            for (const double target : targets_) {
                if (target < source) found_.push_back(best_knee(source, target));
            }
        }
        std::ranges::sort(found_, {}, &Candidate::cost);
        found_.resize(std::min(found_.size(), refined));
        for (Candidate& candidate : found_) refine(&candidate);
        Candidate best = *std::ranges::min_element(found_, {}, &Candidate::cost);
        balance(&best);
        return result(best);
    }

  private:
    struct Intent {
        double peak, importance;
        double weight = importance;  // weight of the screen's squares
        // For each tone: light, its PQ code, the slope of the code, and the weight of its square.
        std::vector<double> light{}, code{}, slope{}, emphasis{};
        double mean = 0, mean_code = 0;
    };

    Intent intent_of(const ScreenIntent& screen) const {
        Intent intent{screen.peak, screen.peak < dark_screen ? weight_of_dark : 1};
        for (size_t i = 0; i < light_.size(); ++i) {
            const double light = std::min(light_at(screen.light, pq_code(light_[i])), screen.peak);
            intent.light.push_back(light);
            intent.code.push_back(code_of_light(light));
            intent.slope.push_back(slope_between(light, light));
            intent.emphasis.push_back(1);
            intent.mean += weight_[i] * light;
        }
        intent.mean_code = code_of_light(intent.mean);
        return intent;
    }

    // Sets the compared tones, and weights them by the luminance of the pixels.
    void weigh(const ShotLight& light) {
        constexpr double last = compared_tones - 1;
        const std::vector<double> shares = tone_weights(light, compared_tones);
        weight_.assign(compared_tones, weight_of_all / compared_tones);
        for (size_t i = 0; i < compared_tones; ++i) {
            light_.push_back(pq_light(static_cast<double>(i) / last));
            const double code = static_cast<double>(i) / last;
            const double place = last * (code - darker_by(light, code));
            const auto below = static_cast<size_t>(place);
            const double part = place - std::floor(place);
            weight_[below] += (1 - part) * shares[i];
            if (part > 0) weight_[below + 1] += part * shares[i];
        }
        const auto end = std::ranges::find_if(light_, [&](double nits) { return nits > peak_; });
        light_.resize(std::min(static_cast<size_t>(end - light_.begin()) + 1, compared_tones));
        light_.erase(light_.begin());  // removes black
        weight_.erase(weight_.begin());
    }

    Candidate best_knee(double source, double target) {
        Candidate best{HUGE_VAL, source, target, 0, 0, {}};
        take(best, &best);
        const double first = pq_code(darkest_knee);
        const double last = pq_code(std::min(0.9 * source, brightest_knee));
        for (int i = 0; i < knees_across; ++i) {
            const double knee = mix(first, last, static_cast<double>(i) / (knees_across - 1));
            for (const double part : knees_up) take_knee(best, knee, part * knee, &best);
        }
        return best;
    }

    // Tries knees around the best knee, in steps that halve.
    void refine(Candidate* best) {
        double step = first_step;
        for (int i = 0; i < refinements; ++i, step /= 2) take_knees_around(*best, step, best);
    }

    // Tries knees around a curve. step: in PQ codes.
    void take_knees_around(const Candidate center, double step, Candidate* best) {
        if (center.knee_x <= 0) return;
        const double x = pq_code(center.knee_x * center.source);
        const double y = pq_code(center.knee_y * center.target);
        for (const double dx : {-step, 0.0, step})
            for (const double dy : {-step, 0.0, step}) take_knee(center, x + dx, y + dy, best);
    }

    // Tries a knee. x, y: its PQ codes.
    void take_knee(Candidate next, double x, double y, Candidate* best) {
        next.knee_x = pq_light(x) / next.source;
        next.knee_y = pq_light(y) / next.target;
        take(next, best);
    }

    // Solves for the rises, and keeps the result if it is the best so far.
    void take(Candidate next, Candidate* best) {
        next.knee_x = std::clamp(next.knee_x, 0.0, most_knee);
        next.knee_y = std::clamp(next.knee_y, 0.0, most_knee);
        rows_.clear();
        QuadraticForm form{};
        for (const Intent& intent : intents_) {
            const Screen screen(next.source, next.target, next.knee_x, next.knee_y, intent.peak);
            const size_t first = rows_.size();
            for (const double light : light_) rows_.push_back(screen.row(light));
            add_squares(intent, std::span(rows_).subspan(first), &form);
        }
        for (size_t i = 0; i < share_count; ++i)
            for (size_t k = i + 1; k < share_count; ++k) form[i][k] = form[k][i];
        next.rises = least_shares(form);
        next.cost = cost_of(next.rises);
        if (next.cost < best->cost) *best = next;
    }

    // Adds the squared differences from the intent to the lower triangle of the quadratic form.
    void add_squares(const Intent& intent, std::span<const Shares> rows,
                     QuadraticForm* form) const {
        const auto add = [&](const Shares& row, double weight) {
            for (size_t i = 0; i < share_count; ++i)
                for (size_t k = 0; k <= i; ++k) (*form)[i][k] += weight * row[i] * row[k];
        };
        Shares mean{};
        for (size_t i = 0; i < rows.size(); ++i) {
            Shares off = rows[i];
            for (size_t k = 0; k < share_count; ++k) {
                off[k] -= intent.light[i];
                mean[k] += weight_[i] * off[k];
            }
            const double square = intent.slope[i] * intent.slope[i] * intent.emphasis[i];
            add(off, intent.weight * weight_[i] * square);
        }
        const double slope = weight_of_mean * slope_between(intent.mean, intent.mean);
        add(mean, intent.weight * slope * slope);
    }

    static double shown(const Shares& row, const Shares& rises) {
        return std::inner_product(row.begin(), row.end(), rises.begin(), 0.0);
    }

    // Returns the error of the worst screen.
    double cost_of(const Shares& rises) const {
        double cost = 0;
        std::span<const Shares> rows(rows_);
        for (const Intent& intent : intents_) {
            const double error = error_of(intent, rows.first(light_.size()), rises);
            cost = std::max(cost, intent.importance * error);
            rows = rows.subspan(light_.size());
        }
        return cost;
    }

    // Returns the mean difference of the tones and of the mean light, in PQ codes.
    double error_of(const Intent& intent, std::span<const Shares> rows, const Shares& rises) const {
        double sum = 0, mean = 0;
        for (size_t i = 0; i < light_.size(); ++i) {
            const double light = shown(rows[i], rises);
            sum += weight_[i] * std::abs(code_of_light(light) - intent.code[i]);
            mean += weight_[i] * light;
        }
        return sum + weight_of_mean * std::abs(code_of_light(mean) - intent.mean_code);
    }

    // Minimizes the error of the worst screen. The squares get new weights in each step: more for
    // screens with large errors, less for tones with large differences.
    void balance(Candidate* best) {
        double step = first_balance_step;
        for (int i = 0; i < balances; ++i, step *= shorter) {
            weigh_by(*best);
            take(*best, best);
            const Candidate center = *best;
            take_knees_around(center, step, best);
            for (const double part : {1 - 2 * step, 1 + 2 * step}) take_target(center, part, best);
            for (const double part : {1 - step, 1 + step}) take_source(center, part, best);
        }
    }

    void take_target(Candidate next, double part, Candidate* best) {
        next.target = std::max(next.target * part, least_target_);
        if (next.target < next.source) take(next, best);
    }

    void take_source(Candidate next, double part, Candidate* best) {
        const double source = std::clamp(next.source * part, least_source_, peak_);
        next.knee_x *= next.source / source;
        next.source = source;
        if (next.target < next.source) take(next, best);
    }

    // Sets the weights of the squares for the errors of a curve, and replaces the slopes by secants
    // between the intent and the curve.
    void weigh_by(const Candidate& of) {
        for (Intent& intent : intents_) {
            const Screen screen(of.source, of.target, of.knee_x, of.knee_y, intent.peak);
            rows_.clear();
            for (const double light : light_) rows_.push_back(screen.row(light));
            const double error = std::max(error_of(intent, rows_, of.rises), smallest_error);
            intent.weight *= intent.importance * error / std::max(of.cost, smallest_error);
            for (size_t i = 0; i < light_.size(); ++i) {
                const double light = shown(rows_[i], of.rises);
                const double off = std::abs(code_of_light(light) - intent.code[i]);
                intent.slope[i] = slope_between(intent.light[i], light);
                intent.emphasis[i] = 1 / (off / error + least_difference);
            }
        }
    }

    static FittedBezier result(const Candidate& best) {
        FittedBezier fit{{best.target, best.knee_x, best.knee_y, {}}, best.source};
        double anchor = 0;
        for (size_t i = 0; i < most_anchors; ++i)
            fit.curve.anchors.push_back(std::min(anchor += best.rises[i], 1.0));
        return coded(fit);
    }

    double peak_, least_source_ = 0, least_target_ = 0;
    std::vector<double> targets_;
    std::vector<Candidate> found_;
    std::vector<double> light_, weight_;  // light of the compared tones, cd/m2, and their weights
    std::vector<Intent> intents_;
    std::vector<Shares> rows_;  // rows of all screens
};

// Returns a straight line, which leaves light unchanged.
FittedBezier line(double target, double source) {
    FittedBezier fit{{target, 0, 0, {}}, source};
    for (size_t i = 1; i <= most_anchors; ++i)
        fit.curve.anchors.push_back(static_cast<double>(i) / (most_anchors + 1));
    return coded(fit);
}

}  // namespace

FittedBezier coded(const FittedBezier& fit) {
    const auto rounded = [](double value, int codes) { return std::round(value * codes) / codes; };
    FittedBezier result = fit;
    result.source = std::round(10 * fit.source) / 10;
    result.curve.target = std::round(fit.curve.target);
    result.curve.knee_x = rounded(fit.curve.knee_x, knee_codes);
    result.curve.knee_y = rounded(fit.curve.knee_y, knee_codes);
    for (double& anchor : result.curve.anchors) anchor = rounded(anchor, anchor_codes);
    return result;
}

FittedBezier fitted_bezier(std::span<const ScreenIntent> screens, const ShotLight& light) {
    const double darkest = std::ranges::min(screens, {}, &ScreenIntent::peak).peak;
    if (light.peak() <= darkest) return line(darkest, light.peak());
    return Fit(screens, light).run();
}

}  // namespace tonelift
