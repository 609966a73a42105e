// SPDX-License-Identifier: BSD-2-Clause
//
// The ranges of the numbers in generated code. A known range makes some clamps and tests for NaN
// unnecessary.
#pragma once

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>

namespace tonelift {

// The range of a number. If at least one bound is finite, the number is known not to be NaN.
struct Bounds {
    float low = -std::numeric_limits<float>::infinity();
    float high = std::numeric_limits<float>::infinity();

    bool any() const {
        return low > -std::numeric_limits<float>::infinity() ||
               high < std::numeric_limits<float>::infinity();
    }
};
constexpr Bounds unit_bounds{0.0f, 1.0f};

// Factor that covers the error of approximate functions in bounds of their results.
constexpr float nearly = 1.00001f;

// Returns the range of an operation's result. `corners` are the results for the lower and upper
// bounds of the operands. Corners are rounded, but rounding is monotonic. The range therefore also
// holds for rounded results in generated code.
inline Bounds bounds_from(std::initializer_list<float> corners) {
    Bounds bounds{*corners.begin(), *corners.begin()};
    for (const float corner : corners) {
        if (std::isnan(corner)) return {};
        bounds.low = std::min(bounds.low, corner);
        bounds.high = std::max(bounds.high, corner);
    }
    return bounds;
}

inline Bounds product_bounds(const Bounds& a, const Bounds& b, bool same) {
    Bounds bounds = bounds_from({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high});
    if (same && a.any()) bounds.low = std::max(bounds.low, 0.0f);
    return bounds;
}

inline Bounds sum_bounds(const Bounds& a, const Bounds& b) {
    return bounds_from({a.low + b.low, a.high + b.high});
}
inline Bounds negative_bounds(const Bounds& a) { return {-a.high, -a.low}; }

inline Bounds hull(const Bounds& a, const Bounds& b) {
    if (!a.any() || !b.any()) return {};
    return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

inline Bounds min_bounds(const Bounds& a, const Bounds& b) {
    return {std::min(a.low, b.low), std::min(a.high, b.high)};
}
inline Bounds max_bounds(const Bounds& a, const Bounds& b) {
    return {std::max(a.low, b.low), std::max(a.high, b.high)};
}
inline Bounds abs_bounds(const Bounds& a) {
    return a.any() ? Bounds{std::max({a.low, -a.high, 0.0f}), std::max(-a.low, a.high)} : a;
}
inline Bounds root_bounds(const Bounds& a) {
    if (a.low < 0) return {};
    return {std::sqrt(a.low) / nearly, std::sqrt(a.high) * nearly};
}

template <typename F>
Bounds rising(const Bounds& a, F f) {
    return a.any() ? Bounds{f(a.low), f(a.high)} : a;
}

}  // namespace tonelift
