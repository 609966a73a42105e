// SPDX-License-Identifier: BSD-2-Clause
#include "tools/metadata/intents.h"

#include <algorithm>
#include <array>

namespace tonelift {
namespace {

// Peaks of the screens that curves are fitted for, cd/m2.
constexpr std::array<double, 5> screens = {100, 203, 400, 600, 1000};
constexpr size_t bezier_screens = 4;  // the first ones

}  // namespace

Intents::Intents(const MeasuredFilm& film) {
    for (const double peak : screens) {
        presets_.push_back(std::make_unique<PresetCurve>(film, peak));
        shown_.push_back({peak, {}});
    }
}

std::span<const ScreenIntent> Intents::of(const Shot& shot) {
    for (size_t i = 0; i < presets_.size(); ++i) presets_[i]->shown(shot, &shown_[i].light);
    return shown_;
}

BezierCurve bezier_of(std::span<const ScreenIntent> shown, const Shot& shot) {
    return fitted_bezier(shown.first(bezier_screens), shot.light);
}

GainCurves gains_of(std::span<const ScreenIntent> shown, const Shot& shot) {
    return fitted_gains(shown, std::max(shot.light.brightest(), 1.0));
}

}  // namespace tonelift
