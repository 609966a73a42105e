// SPDX-License-Identifier: BSD-2-Clause
#include "core/color/bezier.h"

#include <cmath>

namespace tonelift {
namespace {

double mix(double a, double b, double share) { return a + share * (b - a); }

double straight_start(size_t degree, double knee_x, double knee_y) {
    const auto n = static_cast<double>(degree);
    if (knee_x <= 0 || knee_y >= 1) return 1 / n;
    return std::min(knee_y / knee_x * (1 - knee_x) / (1 - knee_y) / n, 1.0);
}

// Evaluates a Bezier curve by de Casteljau's algorithm.
double bezier(const Anchors& anchors, double t) {
    std::array<double, 18> point{};
    const size_t degree = anchors.size() + 1;
    std::copy(anchors.begin(), anchors.end(), point.begin() + 1);
    point[degree] = 1;
    for (size_t left = degree; left > 0; --left)
        for (size_t i = 0; i < left; ++i) point[i] = mix(point[i], point[i + 1], t);
    return point[0];
}

void darken(BezierCurve& curve, double source, double screen) {
    const size_t degree = curve.anchors.size() + 1;
    const double u = screen / curve.target;
    curve.knee_x *= u;
    curve.knee_y *= u;
    const double beta = static_cast<double>(degree) * curve.knee_x / (1 - curve.knee_x);
    const double clipping = std::min(curve.knee_x * source / screen, beta / (beta + 1));
    curve.knee_y = mix(clipping, curve.knee_y, u);
    for (size_t i = 1; i < curve.anchors.size(); ++i)
        curve.anchors[i] = mix(1, curve.anchors[i], u);
    curve.anchors[0] = mix(straight_start(degree, curve.knee_x, curve.knee_y), curve.anchors[0], u);
}

void brighten(BezierCurve& curve, double source, double screen) {
    const size_t degree = curve.anchors.size() + 1;
    const double w = std::pow(1 - (screen - curve.target) / (source - curve.target), 1.4);
    const double knee_y = curve.knee_y * curve.target / screen;
    curve.knee_y = mix(curve.knee_x * screen / source, knee_y, w);
    for (size_t i = 1; i < curve.anchors.size(); ++i) {
        const double line = static_cast<double>(i + 1) / static_cast<double>(degree);
        curve.anchors[i] = mix(line, curve.anchors[i], w);
    }
    curve.anchors[0] = mix(straight_start(degree, curve.knee_x, curve.knee_y), curve.anchors[0], w);
}

}  // namespace

BezierCurve adapted(const BezierCurve& curve, double source, double screen) {
    BezierCurve result = curve;
    result.target = std::min(curve.target, source);
    if (screen < result.target) darken(result, source, screen);
    if (screen > result.target) brighten(result, source, screen);
    result.target = screen;
    return result;
}

double shown_light(const BezierCurve& curve, double source, double light) {
    const double x = std::clamp(light / source, 0.0, 1.0);
    if (x <= curve.knee_x && curve.knee_x > 0)
        return curve.target * x * curve.knee_y / curve.knee_x;
    const double t = (x - curve.knee_x) / (1 - curve.knee_x);
    return curve.target * mix(curve.knee_y, 1, bezier(curve.anchors, t));
}

}  // namespace tonelift
