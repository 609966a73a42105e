// SPDX-License-Identifier: BSD-2-Clause
#include "core/metadata/shot_curves.h"

#include <algorithm>
#include <array>

#include "kernels/threads/workers.h"

namespace tonelift {
namespace {

// Peaks of the screens in cd/m2. HDR10+ uses the first bezier_screens of them.
constexpr std::array<double, 5> screens = {100, 203, 400, 600, 1000};
constexpr size_t bezier_screens = 4;

}  // namespace

Intents::Intents(const MeasuredFilm& film, double target)
    : preset_(film, std::max(screens.back(), target)) {
    for (const double peak : screens) shown_.push_back({peak, {}});
    if (target > 0) shown_.push_back({target, {}});
}

std::span<const ScreenIntent> Intents::of(const Shot& shot) {
    for (ScreenIntent& screen : shown_) preset_.shown(shot, screen.peak, &screen.light);
    return shown_;
}

FittedBezier bezier_of(std::span<const ScreenIntent> shown, const Shot& shot) {
    const bool has_target = shown.size() > screens.size();
    return fitted_bezier(has_target ? shown.last(1) : shown.first(bezier_screens), shot.light,
                         shot.unusual);
}

GainCurves gains_of(std::span<const ScreenIntent> shown, const Shot& shot) {
    return fitted_gains(shown.first(screens.size()), std::max(shot.light.brightest(), 1.0));
}

// Computes the light of the shots sequentially, because all shots share one executor (Intents).
// Then fits the curves of up to 64 shots in parallel.
FittedCurves fitted_curves(const MeasuredFilm& film, CurveKinds kinds,
                           const std::function<void(size_t)>& progress) {
    constexpr size_t together = 64;
    FittedCurves curves;
    if (!kinds.bezier && !kinds.gains) return curves;
    curves.beziers.resize(kinds.bezier ? film.shots.size() : 0);
    curves.gains.resize(kinds.gains ? film.shots.size() : 0);
    Intents intents(film, kinds.target);
    Workers workers(0);
    for (size_t first = 0; first < film.shots.size(); first += together) {
        const auto shots = std::span(film.shots)
                               .subspan(first)
                               .first(std::min(together, film.shots.size() - first));
        std::vector<std::vector<ScreenIntent>> shown;
        for (const Shot& shot : shots) {
            const auto intended = intents.of(shot);
            shown.emplace_back(intended.begin(), intended.end());
        }
        workers.run(static_cast<int>(shots.size()), [&](int item, int) {
            const auto i = static_cast<size_t>(item);
            if (kinds.bezier) curves.beziers[first + i] = bezier_of(shown[i], shots[i]);
            if (kinds.gains) curves.gains[first + i] = gains_of(shown[i], shots[i]);
        });
        progress(first + shots.size());
    }
    return curves;
}

}  // namespace tonelift
