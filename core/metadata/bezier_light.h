// SPDX-License-Identifier: BSD-2-Clause
// Computes the light that HDR10+ curves (core/color/bezier.h) show on several screens. With a fixed
// knee, light is a linear function of the differences between adjacent control points ("rises").
#pragma once

#include <vector>

#include "core/color/bezier.h"
#include "core/metadata/least_shares.h"

namespace tonelift {

constexpr size_t most_anchors = 9;  // for profile B of HDR10+
static_assert(share_count == most_anchors + 1);

class BezierLight {
  public:
    // `tones` and the peaks of the screens are in cd/m2. `weights` has, for each picture, the
    // weights of the tones in its mean light.
    BezierLight() = default;
    BezierLight(std::vector<double> tones, std::vector<std::vector<double>> weights,
                const std::vector<double>& peaks);

    // Source and target in cd/m2; x and y are the knee, as in BezierCurve.
    void set(double source, double target, double x, double y);

    // The light of tone i is fixed[i] + factor * dot(r[i], rises), where r is BezierLight::rows()
    // at index `rows`. The entries after the tones are the mean light of each picture.
    struct Screen {
        double peak = 0;
        double factor = 0;
        std::vector<double> fixed{};
        size_t rows = 0;
    };
    const Screen& screen(size_t index) const { return screens_[index]; }
    const std::vector<Shares>& rows(size_t index) const { return rows_[index].sums; }
    size_t rows_count() const { return rows_count_; }

    double shown(const Screen& screen, size_t i, const Shares& rises) const;

  private:
    struct Rows {
        double source = 0, knee = -1;
        std::vector<Shares> sums{};
    };
    size_t rows_for(double source, double knee);
    void set_screen(double source, const BezierCurve& low, const BezierCurve& high, Screen* screen);

    std::vector<double> tones_;
    std::vector<std::vector<double>> weights_;
    std::vector<Screen> screens_;
    std::vector<Rows> rows_;
    size_t rows_count_ = 0;
};

}  // namespace tonelift
