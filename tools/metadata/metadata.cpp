// SPDX-License-Identifier: BSD-2-Clause
#include "tools/metadata/metadata.h"

#include <algorithm>
#include <array>
#include <fstream>

#include "core/algorithms/algorithms.h"
#include "kernels/error.h"
#include "tools/metadata/dolby_vision.h"
#include "tools/metadata/gain_curves.h"
#include "tools/metadata/hdr10plus.h"
#include "tools/metadata/preset_curve.h"
#include "tools/whole_file.h"

namespace tonelift {
namespace {

// Peaks of the screens that curves are fitted for, cd/m2.
constexpr std::array<double, 5> screens = {100, 203, 400, 600, 1000};
constexpr size_t bezier_screens = 4;  // the first ones

// The light that the preset shows on each screen, shot after shot.
class Intents {
  public:
    explicit Intents(const MeasuredFilm& film) {
        for (const double peak : screens) {
            presets_.push_back(std::make_unique<PresetCurve>(film, peak));
            shown_.push_back({peak, {}});
        }
    }

    std::span<const ScreenIntent> of(const Shot& shot) {
        for (size_t i = 0; i < presets_.size(); ++i) presets_[i]->shown(shot, &shown_[i].light);
        return shown_;
    }

  private:
    std::vector<std::unique_ptr<PresetCurve>> presets_;
    std::vector<ScreenIntent> shown_;
};

void write(const std::string& file, const std::string& text) {
    write_whole(file, [&](const std::string& part) {
        std::ofstream stream(part, std::ios::binary);
        if (!(stream << text).flush()) throw Error(Failure::io, "cannot write '" + part + "'");
    });
}

}  // namespace

void write_metadata(const MetadataRequest& request) {
    find_preset(request.preset);
    const MeasuredFilm film = measured_film(request.statistics, request.preset);
    const bool with_bezier = !request.hdr10plus.empty() && request.profile == 'b';
    std::vector<BezierCurve> beziers;
    std::vector<GainCurves> gains;
    if (with_bezier || !request.st2094_50.empty()) {
        Intents intents(film);
        for (const Shot& shot : film.shots) {
            const auto shown = intents.of(shot);
            if (with_bezier)
                beziers.push_back(fitted_bezier(shown.first(bezier_screens), shot.light));
            if (!request.st2094_50.empty())
                gains.push_back(fitted_gains(shown, std::max(shot.light.brightest(), 1.0)));
        }
    }
    if (!request.hdr10plus.empty()) write(request.hdr10plus, hdr10plus_json(film, beziers));
    if (!request.dolby_vision.empty()) write(request.dolby_vision, dolby_vision_json(film));
    if (!request.st2094_50.empty()) write(request.st2094_50, st2094_50_json(film, gains));
}

}  // namespace tonelift
