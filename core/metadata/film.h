// SPDX-License-Identifier: BSD-2-Clause
//
// Reads what a statistics file says about a film: its shots, their light, and the states of a
// preset.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/metadata/shot_light.h"
#include "core/runtime/settings.h"
#include "core/runtime/shots.h"
#include "core/runtime/stats_file.h"

namespace tonelift {

struct Shot {
    size_t first = 0, frames = 0;
    ShotLight light;
    std::vector<ShotLight>
        unusual{};                // light of the darkest and the brightest frame, if it differs
    std::vector<float> states{};  // states of the preset; see PresetCurve
};

// Makes a shot of these frames. `first` is the number of the first frame in the film. `light`
// returns the light of a frame by its index. The states of the middle frame represent the whole
// shot.
Shot measured_shot(std::span<const ShotFrame> frames, size_t first, const ShotColumns& columns,
                   const std::function<LightNumbers(size_t)>& light);

struct MeasuredFilm {
    tonelift_video video{};
    Settings settings;  // settings of the file's statistics, with the requested preset
    size_t frames = 0;
    std::vector<StatsFrame> keys{};  // keys of the frames: timestamp and time
    std::vector<Shot> shots{};
    double max_cll = 0, max_fall = 0;  // cd/m2
    ShotLight light{};                 // light of the whole film
};

// Reads a statistics file. Throws Error (io) if the file lacks the light of an HDR10 film, has
// several sections, or has statistics that do not fit the preset.
MeasuredFilm measured_film(const std::string& path, const std::string& preset);

}  // namespace tonelift
