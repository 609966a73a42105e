// SPDX-License-Identifier: BSD-2-Clause
// Fits the curves of dynamic metadata to the luminances that a preset produces for each shot.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "core/metadata/bezier_fit.h"
#include "core/metadata/gain_curves.h"
#include "core/metadata/preset_curve.h"

namespace tonelift {

// Range of the peak, in cd/m2, of a single screen that HDR10+ curves fit.
constexpr double least_target = 50, most_target = 4000;
inline bool is_target(double nits) { return nits >= least_target && nits <= most_target; }

class Intents {
  public:
    // If `target` is positive, HDR10+ curves fit one screen with this peak in cd/m2. If `target` is
    // 0, HDR10+ curves fit several screens.
    explicit Intents(const MeasuredFilm& film, double target = 0);

    // Returns the luminances that the preset produces on all screens, valid until the next call.
    std::span<const ScreenIntent> of(const Shot& shot);

  private:
    std::vector<ScreenIntent> shown_;
    PresetCurve preset_;
};

FittedBezier bezier_of(std::span<const ScreenIntent> shown, const Shot& shot);
GainCurves gains_of(std::span<const ScreenIntent> shown, const Shot& shot);

struct CurveKinds {
    bool bezier = false, gains = false;
    double target = 0;
};
struct FittedCurves {
    std::vector<FittedBezier> beziers{};
    std::vector<GainCurves> gains{};
};
// Fits the curves of all shots. After each group of shots, calls `progress` with the number of
// shots finished so far.
FittedCurves fitted_curves(const MeasuredFilm& film, CurveKinds kinds,
                           const std::function<void(size_t)>& progress);

}  // namespace tonelift
