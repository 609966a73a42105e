// SPDX-License-Identifier: BSD-2-Clause
// Fits curves to the luminances that a preset produces for each shot.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "core/metadata/bezier_fit.h"
#include "core/metadata/gain_curves.h"
#include "core/metadata/preset_curve.h"

namespace tonelift {

class Intents {
  public:
    // `target` is the peak of the only screen of HDR10+ in cd/m2; 0: several screens.
    explicit Intents(const MeasuredFilm& film, double target = 0);

    // Returns the luminances on all screens, valid until the next call.
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
// Calls `progress` with the number of finished shots.
FittedCurves fitted_curves(const MeasuredFilm& film, CurveKinds kinds,
                           const std::function<void(size_t)>& progress);

}  // namespace tonelift
