// SPDX-License-Identifier: BSD-2-Clause
//
// Computes the light that curves of HDR10+ (core/color/bezier.h) show on several screens. For a
// given source, target and knee, this light is linear in the differences between neighboring
// control points. These differences are called rises. They add up to 1 (least_shares.h).
#pragma once

#include <vector>

#include "core/color/bezier.h"
#include "core/metadata/least_shares.h"

namespace tonelift {

constexpr size_t most_anchors = 9;  // profile B
static_assert(share_count == most_anchors + 1);

class BezierLight {
  public:
    // `tones` are the luminances of the source and `peaks` those of the screens, in cd/m2.
    // `weights` has, for each picture, the weights of the tones in its mean light.
    BezierLight() = default;
    BezierLight(std::vector<double> tones, std::vector<std::vector<double>> weights,
                const std::vector<double>& peaks);

    // Sets the source and the target in cd/m2, and the knee (x, y) as in BezierCurve.
    void set(double source, double target, double x, double y);

    // The light of tone i on a screen is fixed[i] + factor * (rows(rows)[i] . rises). The mean
    // lights of the pictures follow after the tones. Screens with the same knee share rows.
    struct Screen {
        double peak = 0;
        double factor = 0;
        std::vector<double> fixed{};
        size_t rows = 0;
    };
    const Screen& screen(size_t index) const { return screens_[index]; }
    const std::vector<Shares>& rows(size_t index) const { return rows_[index].sums; }
    size_t rows_count() const { return rows_count_; }

    // Returns the light of a tone, or a mean light.
    double shown(const Screen& screen, size_t i, const Shares& rises) const;

  private:
    // Sums of the Bernstein polynomials of a Bezier curve, for all tones.
    struct Rows {
        double source = 0, knee = -1;
        std::vector<Shares> sums{};  // 0 for tones below the knee
    };
    size_t rows_for(double source, double knee);
    void set_screen(double source, const BezierCurve& low, const BezierCurve& high, Screen* screen);

    std::vector<double> tones_;
    std::vector<std::vector<double>> weights_;
    std::vector<Screen> screens_;
    std::vector<Rows> rows_;  // one for each screen; the first rows_count_ are in use
    size_t rows_count_ = 0;
};

}  // namespace tonelift
