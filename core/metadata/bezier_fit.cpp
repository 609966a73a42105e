// SPDX-License-Identifier: BSD-2-Clause
// Fits an HDR10+ curve: tries many source peaks, target peaks and knees, and computes the best
// anchors for each combination.
#include "core/metadata/bezier_fit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "core/color/pq.h"
#include "core/metadata/bezier_light.h"
#include "core/metadata/light_codes.h"
#include "core/metadata/preset_curve.h"

namespace tonelift {
namespace {

// Peaks of the target screen that are tried for a curve, in cd/m2.
constexpr std::array<double, 3> targets = {100, 150, 600};
// Errors on screens with a peak below dark_screen (cd/m2) count weight_of_dark times as much as
// errors on other screens (docs/decisions/0031).
constexpr double dark_screen = 150, weight_of_dark = 1.1;
// The lowest source peak that is tried is the 99th percentile of the light, limited to this range
// in cd/m2. A low source peak clips highlights. A high source peak makes the curve imprecise on
// dark screens.
constexpr double least_source = 800, coarse_source = 3000;
// Number of source peaks that are tried.
constexpr size_t sources = 3;
// Number of tones at which curves are compared. The tones are evenly spaced in PQ codes.
constexpr size_t compared_tones = 65;
// Weight that is spread evenly over all tones, so that tones without pixels also count.
constexpr double weight_of_all = 0.1;
// Weight of the error of the mean light.
constexpr double weight_of_mean = 0.3;
// Largest knee below 1 that the bit stream can store.
constexpr double most_knee = 1 - 1.0 / knee_codes;
// Range of the first knees that are tried, in cd/m2. The knees divide this range into equal steps
// of PQ codes. knees_up are the heights of a knee, as fractions of its PQ code.
constexpr double darkest_knee = 0.5, brightest_knee = 700;
constexpr int knees_across = 7;
constexpr std::array<double, 4> knees_up = {0.75, 0.85, 0.92, 1};
// Number of the best candidates that are refined.
constexpr size_t refined = 2;
// Numbers of rounds of refine() and balance().
constexpr int refinements = 5, balances = 9;
// First step of a knee in refine(), in PQ codes from 0 to 1. Each round halves the step.
constexpr double first_step = 0.05;
// First step in balance(): of a knee in PQ codes from 0 to 1, and of a peak as a fraction of the
// peak. Each round multiplies the step by `shorter`.
constexpr double first_balance_step = 0.04, shorter = 0.85;
// Constants that keep divisors above 0, so that small errors do not get too large a weight.
constexpr double least_difference = 0.5;
constexpr double smallest_error = 1e-6;

double mix(double a, double b, double share) { return a + share * (b - a); }

using Numbers = std::vector<double>;

double code_of_tone(size_t i) { return static_cast<double>(i) / (compared_tones - 1); }

Numbers tones_up_to(double peak) {
    Numbers tones;
    for (size_t i = 1; i < compared_tones && (i == 1 || tones.back() <= peak); ++i)
        tones.push_back(pq_light(code_of_tone(i)));
    return tones;
}

Numbers weights_of(const ShotLight& light, size_t tones, double spread) {
    constexpr double last = compared_tones - 1;
    const Numbers shares = tone_weights(light, compared_tones);
    Numbers weights(compared_tones, spread / compared_tones);
    for (size_t i = 0; i < compared_tones; ++i) {
        const double place = last * (code_of_tone(i) - darker_by(light, code_of_tone(i)));
        const auto below = static_cast<size_t>(place);
        const double part = place - std::floor(place);
        weights[below] += (1 - part) * shares[i];
        if (part > 0) weights[below + 1] += part * shares[i];
    }
    return {weights.begin() + 1, weights.begin() + 1 + static_cast<ptrdiff_t>(tones)};
}

Numbers peaks_of(std::span<const ScreenIntent> screens) {
    Numbers peaks;
    for (const ScreenIntent& screen : screens) peaks.push_back(screen.peak);
    return peaks;
}

struct Candidate {
    double cost = HUGE_VAL;
    double source = 0, target = 0, knee_x = 0, knee_y = 0;
    Shares rises{};
};

class Fit {
  public:
    Fit(std::span<const ScreenIntent> screens, const ShotLight& light,
        std::span<const ShotLight> frames)
        : peak_(light.peak_luminance()), light_(tones_up_to(peak_)) {
        weight_.push_back(weights_of(light, light_.size(), weight_of_all));
        for (const ShotLight& frame : frames)
            weight_.push_back(weights_of(frame, light_.size(), 0));
        targets_.assign(targets.begin(), targets.end());
        if (screens.size() == 1) targets_ = {screens[0].peak};
        least_target_ = screens.size() == 1 ? 0.5 * targets_[0] : targets_[0];
        for (const ScreenIntent& screen : screens) intents_.push_back(intent_of(screen));
        off_.resize(intents_[0].light.size());
        shown_ = BezierLight(light_, weight_, peaks_of(screens));
        least_source_ = std::min(std::max(std::clamp(pq_light(light.percentile(SourceLight::p99)),
                                                     least_source, coarse_source),
                                          1.01 * targets_[0]),
                                 peak_);
    }

    Candidate run(const Candidate& start) {
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
        if (start.source > 0) found_.push_back(judged(start));
        for (Candidate& candidate : found_) refine(&candidate);
        Candidate best = *std::ranges::min_element(found_, {}, &Candidate::cost);
        balance(&best);
        return best;
    }

  private:
    struct Intent {
        double importance;
        Numbers light{}, code{};
        Numbers square{};
        Numbers weight{};
    };

    Intent intent_of(const ScreenIntent& screen) const {
        Intent intent{screen.peak < dark_screen ? weight_of_dark : 1};
        const auto add = [&](double light, double weight) {
            const double slope = slope_between(light, light);
            intent.light.push_back(light);
            intent.code.push_back(code_of_light(light));
            intent.square.push_back(weight * slope * slope);
        };
        for (size_t i = 0; i < light_.size(); ++i) {
            double weight = 0;
            for (const Numbers& picture : weight_) weight += picture[i];
            add(std::min(light_at(screen.light, code_of_tone(i + 1)), screen.peak),
                intent.importance * weight);
        }
        for (size_t k = 0; k < weight_.size(); ++k) {
            const double mean =
                std::inner_product(weight_[k].begin(), weight_[k].end(), intent.light.begin(), 0.0);
            intent.weight.push_back(intent.importance);
            add(mean, intent.weight[k] * weight_of_mean * weight_of_mean);
        }
        return intent;
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

    void refine(Candidate* best) {
        double step = first_step;
        for (int i = 0; i < refinements; ++i, step /= 2) take_knees_around(*best, step, best);
    }

    void take_knees_around(const Candidate center, double step, Candidate* best) {
        if (center.knee_x <= 0) return;
        const double x = pq_code(center.knee_x * center.source);
        const double y = pq_code(center.knee_y * center.target);
        for (const double dx : {-step, 0.0, step})
            for (const double dy : {-step, 0.0, step}) take_knee(center, x + dx, y + dy, best);
    }

    void take_knee(Candidate next, double x, double y, Candidate* best) {
        next.knee_x = pq_light(x) / next.source;
        next.knee_y = pq_light(y) / next.target;
        take(next, best);
    }

    Candidate judged(Candidate candidate) {
        shown_.set(candidate.source, candidate.target, candidate.knee_x, candidate.knee_y);
        candidate.cost = cost_of(candidate.rises, HUGE_VAL);
        return candidate;
    }

    void take(Candidate next, Candidate* best) {
        next.knee_x = std::clamp(next.knee_x, 0.0, most_knee);
        next.knee_y = std::clamp(next.knee_y, 0.0, most_knee);
        shown_.set(next.source, next.target, next.knee_x, next.knee_y);
        next.rises = least_shares(form());
        next.cost = cost_of(next.rises, best->cost);
        if (next.cost < best->cost) *best = next;
    }

    QuadraticForm form() {
        QuadraticForm form{};
        double constant = 0;
        for (size_t rows = 0; rows < shown_.rows_count(); ++rows) {
            squares_.assign(off_.size(), {});
            for (size_t k = 0; k < intents_.size(); ++k) {
                if (shown_.screen(k).rows == rows) constant += add_squares(k);
            }
            add_form(shown_.rows(rows), &form);
        }
        for (Shares& row : form)
            for (double& value : row) value += constant;
        return form;
    }

    double add_squares(size_t screen) {
        const Intent& intent = intents_[screen];
        const auto& [peak, factor, fixed, rows] = shown_.screen(screen);
        double constant = 0;
        for (size_t i = 0; i < squares_.size(); ++i) {
            const double off = fixed[i] - intent.light[i], weight = intent.square[i];
            squares_[i].quadratic += weight * factor * factor;
            squares_[i].linear += weight * factor * off;
            constant += weight * off * off;
        }
        return constant;
    }

    void add_form(const std::vector<Shares>& rows, QuadraticForm* form) const {
        Shares linear{};
        for (size_t i = 0; i < rows.size(); ++i) {
            const Shares& row = rows[i];
            if (row[0] == 0) continue;
            for (size_t k = 0; k < share_count; ++k) {
                const double factor = squares_[i].quadratic * row[k];
                linear[k] += squares_[i].linear * row[k];
                for (size_t j = 0; j < share_count; ++j) (*form)[k][j] += factor * row[j];
            }
        }
        for (size_t k = 0; k < share_count; ++k)
            for (size_t j = 0; j < share_count; ++j) (*form)[k][j] += linear[k] + linear[j];
    }

    double cost_of(const Shares& rises, double enough) {
        double cost = 0;
        for (size_t k = 0; k < intents_.size() && cost <= enough; ++k) {
            compare(k, rises);
            for (size_t picture = 0; picture < weight_.size(); ++picture)
                cost = std::max(cost, intents_[k].importance * error_of(picture));
        }
        return cost;
    }

    void compare(size_t screen, const Shares& rises) {
        for (size_t i = 0; i < off_.size(); ++i) {
            const double light = shown_.shown(shown_.screen(screen), i, rises);
            off_[i] = std::abs(code_of_light(light) - intents_[screen].code[i]);
        }
    }

    double error_of(size_t picture) const {
        return std::inner_product(weight_[picture].begin(), weight_[picture].end(), off_.begin(),
                                  weight_of_mean * off_[light_.size() + picture]);
    }

    // Reduces the largest error over all screens and pictures by reweighted least squares.
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

    void weigh_by(const Candidate& of) {
        shown_.set(of.source, of.target, of.knee_x, of.knee_y);
        for (size_t k = 0; k < intents_.size(); ++k) {
            Intent& intent = intents_[k];
            compare(k, of.rises);
            std::fill_n(intent.square.begin(), light_.size(), 0.0);
            for (size_t picture = 0; picture < weight_.size(); ++picture) {
                const double error = std::max(error_of(picture), smallest_error);
                const double change = intent.importance * error / std::max(of.cost, smallest_error);
                intent.square[light_.size() + picture] *= change;
                intent.weight[picture] *= change;
                weigh(picture, error, &intent);
            }
            for (size_t i = 0; i < light_.size(); ++i) {
                const double light = shown_.shown(shown_.screen(k), i, of.rises);
                const double slope = slope_between(intent.light[i], light);
                intent.square[i] *= slope * slope;
            }
        }
    }

    void weigh(size_t picture, double error, Intent* intent) const {
        for (size_t i = 0; i < light_.size(); ++i)
            intent->square[i] += intent->weight[picture] * weight_[picture][i] /
                                 (off_[i] / error + least_difference);
    }

    double peak_, least_source_ = 0, least_target_ = 0;
    Numbers targets_;
    std::vector<Candidate> found_;
    Numbers light_;
    std::vector<Numbers> weight_;
    std::vector<Intent> intents_;
    BezierLight shown_;
    Numbers off_;
    struct Squares {
        double quadratic = 0, linear = 0;
    };
    std::vector<Squares> squares_;
};

FittedBezier result(const Candidate& best) {
    FittedBezier fit{{best.target, best.knee_x, best.knee_y, {}}, best.source};
    double anchor = 0;
    for (size_t i = 0; i < most_anchors; ++i)
        fit.curve.anchors.push_back(std::min(anchor += best.rises[i], 1.0));
    return coded(fit);
}

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

FittedBezier fitted_bezier(std::span<const ScreenIntent> screens, const ShotLight& light,
                           std::span<const ShotLight> frames) {
    const double darkest = std::ranges::min(screens, {}, &ScreenIntent::peak).peak;
    const double peak = light.peak_luminance();
    if (peak <= darkest) return line(darkest, peak);
    const Candidate usual = Fit(screens, light, {}).run({});
    return result(frames.empty() ? usual : Fit(screens, light, frames).run(usual));
}

}  // namespace tonelift
