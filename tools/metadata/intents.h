// SPDX-License-Identifier: BSD-2-Clause
//
// The light that a preset shows on screens, shot by shot, and the curves that are fitted to it.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "tools/metadata/bezier.h"
#include "tools/metadata/gain_curves.h"
#include "tools/metadata/preset_curve.h"

namespace tonelift {

class Intents {
  public:
    explicit Intents(const MeasuredFilm& film);

    // One intent for each screen, from dark to bright; valid until the next call.
    std::span<const ScreenIntent> of(const Shot& shot);

  private:
    std::vector<std::unique_ptr<PresetCurve>> presets_;
    std::vector<ScreenIntent> shown_;
};

// The curves of HDR10+ and of ST 2094-50 for the intents of a shot.
BezierCurve bezier_of(std::span<const ScreenIntent> shown, const Shot& shot);
GainCurves gains_of(std::span<const ScreenIntent> shown, const Shot& shot);

}  // namespace tonelift
