// SPDX-License-Identifier: BSD-2-Clause
// Evaluates the tone mapping curves of SMPTE ST 2094-40 (HDR10+), and adapts them to screens with
// another peak (annex B of the standard).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>

namespace tonelift {

// The inner control points of a Bezier curve. Its end points are always 0 and 1, and are not
// stored.
class Anchors {
  public:
    static constexpr size_t most = 15;

    Anchors() = default;
    Anchors(std::initializer_list<double> values) : Anchors(values.begin(), values.end()) {}
    template <typename Iterator>
    Anchors(Iterator first, Iterator last) {
        for (; first != last && count_ < most; ++first) push_back(*first);
    }

    size_t size() const { return count_; }
    void push_back(double value) { values_[count_++] = value; }
    double& operator[](size_t i) { return values_[i]; }
    double operator[](size_t i) const { return values_[i]; }
    double* begin() { return values_.data(); }
    double* end() { return begin() + count_; }
    const double* begin() const { return values_.data(); }
    const double* end() const { return begin() + count_; }
    bool operator==(const Anchors& other) const {
        return std::equal(begin(), end(), other.begin(), other.end());
    }

  private:
    std::array<double, most> values_{};
    size_t count_ = 0;
};

struct BezierCurve {
    double target = 0;
    double knee_x = 0, knee_y = 0;
    Anchors anchors{};
};

// Returns the curve for a screen with the peak `screen`, adapted from a curve for the peak
// `curve.target`. `source` is the peak of the source, at least `screen`. All peaks are in cd/m2.
BezierCurve adapted(const BezierCurve& curve, double source, double screen);

// Maps `light` of the source to light of the target screen. `source` is the peak of the source. All
// values are in cd/m2.
double shown_light(const BezierCurve& curve, double source, double light);

}  // namespace tonelift
