// SPDX-License-Identifier: BSD-2-Clause
//
// The light that a preset shows on screens, shot by shot, and the curves that are fitted to it.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "core/metadata/bezier_fit.h"
#include "core/metadata/gain_curves.h"
#include "core/metadata/preset_curve.h"

namespace tonelift {

class Intents {
  public:
    // target: peak of the only screen that HDR10+ is fitted for, cd/m2; 0: several.
    explicit Intents(const MeasuredFilm& film, double target = 0);

    // The light on all screens, for bezier_of() and gains_of(); valid until the next call.
    std::span<const ScreenIntent> of(const Shot& shot);

  private:
    std::vector<std::unique_ptr<PresetCurve>> presets_;
    std::vector<ScreenIntent> shown_;
};

// The curves of HDR10+ and of ST 2094-50 for the intents of a shot.
FittedBezier bezier_of(std::span<const ScreenIntent> shown, const Shot& shot);
GainCurves gains_of(std::span<const ScreenIntent> shown, const Shot& shot);

struct CurveKinds {
    bool bezier = false, gains = false;
    double target = 0;  // see Intents
};
struct FittedCurves {
    std::vector<FittedBezier> beziers{};  // one for each shot, or none
    std::vector<GainCurves> gains{};
};
// Fits the curves of all shots on all cores. progress: receives the number of shots done so far.
FittedCurves fitted_curves(const MeasuredFilm& film, CurveKinds kinds,
                           const std::function<void(size_t)>& progress);

}  // namespace tonelift
