// SPDX-License-Identifier: BSD-2-Clause
#include "tests/oracle/plain_trims.h"

#include <algorithm>
#include <cmath>

namespace tonelift::plain {
namespace {

using reference::Mat3;
using reference::pq_decode;
using reference::pq_encode;
using reference::Vec3;

constexpr double target = 100;

double step_between(double from, double to, double x) {
    const double t = std::clamp((x - from) / (to - from), 0.0, 1.0);
    return t * t * (3 - 2 * t);
}

// Returns the value at `at` of the rational curve that goes through three points.
double rational(const Vec3& x, const Vec3& y, double at) {
    Mat3 rows;
    for (size_t i = 0; i < 3; ++i) rows[i] = {1, x[i], -x[i] * y[i]};
    const Vec3 c = reference::product(reference::inverse(rows), y);
    return (c[0] + c[1] * at) / (1 + c[2] * at);
}

double curve_at(const tonelift_dolby_trims& trims, double light) {
    if (trims.brightest <= target) return light;
    if (trims.brightest <= trims.darkest) return light / trims.brightest * target;
    const double low = pq_encode(trims.darkest), high = pq_encode(trims.brightest);
    const double range = high - low, peak = pq_encode(target);
    const double from = std::clamp(pq_encode(trims.mean), low + 0.1 * range, low + 0.8 * range);
    const double place = (from - low) / range;
    const double middle = step_between(0.8, 0.4, place) * step_between(0.1, 0.4, place);
    const double weight = 0.4 * middle + (1 - middle);
    const double to =
        std::clamp((1 - weight) * from + weight * place * peak, 0.1 * peak, 0.8 * peak);
    const double x = pq_decode(from), end = trims.brightest - trims.darkest;
    const double y = std::max(pq_decode(to), target * (x - trims.darkest) / end);
    return rational({trims.darkest, x, trims.brightest}, {0, y, target},
                    std::max(light, trims.darkest));
}

}  // namespace

Vec3 trimmed_light(const tonelift_dolby_trims& trims, const Vec3& light) {
    Vec3 shown;
    for (size_t i = 0; i < 3; ++i) {
        const double tone = std::clamp(curve_at(trims, light[i]) / target, 0.0, 1.0);
        shown[i] = std::pow(std::clamp(trims.slope * tone + trims.offset, 0.0, 1.0), trims.power);
    }
    const double luminance = reference::luminance(shown);
    if (luminance <= 0) return {0, 0, 0};
    for (double& number : shown) {
        if (number > 0)
            number *=
                std::pow((1 + trims.chroma_weight) * number / luminance, trims.saturation_gain);
    }
    return shown;
}

}  // namespace tonelift::plain
