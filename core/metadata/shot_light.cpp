// SPDX-License-Identifier: BSD-2-Clause
#include "core/metadata/shot_light.h"

#include <tonelift/hdr10_plus.h>

#include "core/color/pq.h"

namespace tonelift {
namespace {

// Lower limit of the peak of a shot, in cd/m2.
constexpr double least_peak = 1;

// Returns the cumulative distribution of the pixels as points: (fraction of the pixels, PQ code).
std::vector<std::pair<double, double>> distribution(const ShotLight& light) {
    std::vector<std::pair<double, double>> points{{0, 0}};
    for (size_t i = 0; i < source_light_count; ++i) {
        if (source_light_shares[i] <= 0) continue;
        points.emplace_back(source_light_shares[i], std::max(light.code[i], points.back().second));
    }
    points.emplace_back(1, std::max(pq_code(light.brightest()), points.back().second));
    return points;
}

double between(double x, double x0, double y0, double x1, double y1) {
    return x1 > x0 ? y0 + (y1 - y0) * std::clamp((x - x0) / (x1 - x0), 0.0, 1.0) : y1;
}

void raise(double* to, double value) { *to = std::max(*to, value); }

}  // namespace

double ShotLight::peak() const {
    return std::max(std::min(pq_light(percentile(SourceLight::p99_98)), brightest()), least_peak);
}

double ShotLight::peak_luminance() const {
    const auto limited = [&](size_t i) { return std::min(largest[i], peak()); };
    return std::max(tonelift_hdr10_plus_peak(limited(0), limited(1), limited(2)), least_peak);
}

double ShotLight::limit_for(double luminance) const {
    std::array<size_t, 3> order{0, 1, 2};
    std::ranges::sort(order, {}, [&](size_t i) { return largest[i]; });
    const double weights[] = {tonelift_hdr10_plus_peak(1, 0, 0), tonelift_hdr10_plus_peak(0, 1, 0),
                              tonelift_hdr10_plus_peak(0, 0, 1)};
    double share = 1;
    for (const size_t i : order) {
        if (luminance <= share * largest[i]) return luminance / share;
        luminance -= weights[i] * largest[i];
        share -= weights[i];
    }
    return brightest();
}

double darker_by(const ShotLight& light, double code) {
    double before = 0, less = 0;
    for (const auto& [of, luminance] : {std::pair{SourceLight::p50, SourceLight::y50},
                                        std::pair{SourceLight::p90, SourceLight::y90},
                                        std::pair{SourceLight::p99, SourceLight::y99}}) {
        const double at = std::max(light.percentile(of), before);
        const double there = std::clamp(at - light.percentile(luminance), 0.0, at);
        if (code < at) return between(code, before, less, at, there);
        before = at;
        less = there;
    }
    return less;
}

double code_below(const ShotLight& light, double share) {
    const auto points = distribution(light);
    for (size_t i = 1; i < points.size(); ++i) {
        const auto [x0, y0] = points[i - 1];
        const auto [x1, y1] = points[i];
        if (share <= x1) return between(share, x0, y0, x1, y1);
    }
    return points.back().second;
}

double share_below(const ShotLight& light, double code) {
    const auto points = distribution(light);
    for (size_t i = 1; i < points.size(); ++i) {
        const auto [x0, y0] = points[i - 1];
        const auto [x1, y1] = points[i];
        if (code < y1) return between(code, y0, x0, y1, x1);
    }
    return 1;
}

std::vector<double> tone_weights(const ShotLight& light, size_t count) {
    std::vector<double> weights;
    const double step = 1 / static_cast<double>(count - 1);
    double before = 0;
    for (size_t i = 0; i < count; ++i) {
        const double below = share_below(light, (static_cast<double>(i) + 0.5) * step);
        weights.push_back(below - before);
        before = below;
    }
    return weights;
}

void LightSum::add(const LightNumbers& numbers) {
    const auto number = [&](SourceLight light) { return numbers[static_cast<size_t>(light)]; };
    const SourceLight largest[] = {SourceLight::red, SourceLight::green, SourceLight::blue};
    for (size_t i = 0; i < 3; ++i) raise(&sum_.largest[i], pq_light(number(largest[i])));
    raise(&sum_.width, number(SourceLight::width));
    raise(&sum_.height, number(SourceLight::height));
    sum_.mean += pq_light(number(SourceLight::mean));
    for (size_t i = 0; i < source_light_count; ++i) {
        if (source_light_shares[i] > 0 || source_luminance_shares[i] > 0)
            sum_.code[i] += number(static_cast<SourceLight>(i));
    }
    raise(&peak_, number(SourceLight::p99_98));
    ++frames_;
}

ShotLight LightSum::result() const {
    ShotLight light = sum_;
    const double share = 1 / static_cast<double>(std::max<size_t>(frames_, 1));
    light.mean *= share;
    for (double& code : light.code) code *= share;
    light.code[static_cast<size_t>(SourceLight::p99_98)] = peak_;
    return light;
}

}  // namespace tonelift
