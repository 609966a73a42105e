// SPDX-License-Identifier: BSD-2-Clause
// Computes the light that several screens show with an HDR10+ curve.
#pragma once

#include <vector>

#include "core/color/bezier.h"
#include "core/metadata/least_shares.h"

namespace tonelift {

constexpr size_t most_anchors = 9;
static_assert(share_count == most_anchors + 1);

class BezierLight {
  public:
    BezierLight() = default;
    // `tones` is light of the source, and `peaks` are the peaks of the screens, both in cd/m2. Each
    // element of `weights` has the weights of all tones in one picture.
    BezierLight(std::vector<double> tones, std::vector<std::vector<double>> weights,
                const std::vector<double>& peaks);

    // Prepares the curves with the knee (x, y). `source` and `target` are peaks in cd/m2.
    void set(double source, double target, double x, double y);

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
