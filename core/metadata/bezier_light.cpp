// SPDX-License-Identifier: BSD-2-Clause
#include "core/metadata/bezier_light.h"

#include <algorithm>
#include <numeric>

namespace tonelift {
namespace {

double product(const Shares& a, const Shares& b) {
    double sum = 0;
    for (size_t i = 0; i < share_count; ++i) sum += a[i] * b[i];
    return sum;
}

BezierCurve curve_with(double target, double x, double y, double anchor) {
    BezierCurve curve{target, x, y, {}};
    for (size_t i = 0; i < most_anchors; ++i) curve.anchors.push_back(anchor);
    return curve;
}

Shares bernstein_sums(double t) {
    Shares sums{};
    double power = 1, falling = 1, binomial = 1;
    for (double& sum : sums) sum = power *= t;
    for (size_t i = most_anchors; i-- > 0;) {
        falling *= 1 - t;
        binomial *= static_cast<double>(i + 2) / static_cast<double>(most_anchors - i);
        sums[i] = sums[i] * binomial * falling + sums[i + 1];
    }
    return sums;
}

}  // namespace

BezierLight::BezierLight(std::vector<double> tones, std::vector<std::vector<double>> weights,
                         const std::vector<double>& peaks)
    : tones_(std::move(tones)), weights_(std::move(weights)), rows_(peaks.size()) {
    const size_t entries = tones_.size() + weights_.size();
    for (const double peak : peaks) screens_.push_back({peak, 0, std::vector<double>(entries), 0});
    for (Rows& rows : rows_) rows.sums.resize(entries);
}

// When a curve is adapted to a screen, each new anchor is a linear function of the original anchor
// with the same index. The curves with all anchors 0 and with all anchors 1 therefore determine
// these functions.
void BezierLight::set(double source, double target, double x, double y) {
    const BezierCurve zeros = curve_with(target, x, y, 0), ones = curve_with(target, x, y, 1);
    rows_count_ = 0;
    for (Screen& screen : screens_) {
        const double peak = std::min(screen.peak, source);
        set_screen(source, adapted(zeros, source, peak), adapted(ones, source, peak), &screen);
    }
}

size_t BezierLight::rows_for(double source, double knee) {
    if (rows_count_ > 0 && rows_[rows_count_ - 1].knee == knee) return rows_count_ - 1;
    Rows& rows = rows_[rows_count_];
    if (rows.source == source && rows.knee == knee) return rows_count_++;
    rows.source = source;
    rows.knee = knee;
    for (size_t i = 0; i < tones_.size(); ++i) {
        const double x = std::min(tones_[i] / source, 1.0);
        const bool is_beyond = x > knee || knee <= 0;
        rows.sums[i] = is_beyond ? bernstein_sums((x - knee) / (1 - knee)) : Shares{};
    }
    for (size_t picture = 0; picture < weights_.size(); ++picture) {
        Shares& mean = rows.sums[tones_.size() + picture] = {};
        for (size_t i = 0; i < tones_.size(); ++i)
            for (size_t k = 0; k < share_count; ++k)
                mean[k] += weights_[picture][i] * rows.sums[i][k];
    }
    return rows_count_++;
}

void BezierLight::set_screen(double source, const BezierCurve& low, const BezierCurve& high,
                             Screen* screen) {
    screen->rows = rows_for(source, low.knee_x);
    const double share = high.anchors[0] - low.anchors[0];
    Shares rises{};
    double before = 0;
    for (size_t i = 0; i < most_anchors; ++i) {
        rises[i] = low.anchors[i] - before;
        before = low.anchors[i];
    }
    rises.back() = 1 - share - before;
    const double height = low.target * (1 - low.knee_y), start = low.target * low.knee_y;
    screen->factor = height * share;
    const std::vector<Shares>& sums = rows(screen->rows);
    for (size_t i = 0; i < tones_.size(); ++i) {
        const double x = std::min(tones_[i] / source, 1.0);
        const bool is_beyond = x > low.knee_x || low.knee_x <= 0;
        screen->fixed[i] =
            is_beyond ? start + height * product(sums[i], rises) : start * x / low.knee_x;
    }
    for (size_t picture = 0; picture < weights_.size(); ++picture)
        screen->fixed[tones_.size() + picture] = std::inner_product(
            weights_[picture].begin(), weights_[picture].end(), screen->fixed.begin(), 0.0);
}

double BezierLight::shown(const Screen& screen, size_t i, const Shares& rises) const {
    return screen.fixed[i] + screen.factor * product(rows(screen.rows)[i], rises);
}

}  // namespace tonelift
