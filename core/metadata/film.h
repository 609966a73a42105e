// SPDX-License-Identifier: BSD-2-Clause
// Reads a film's shots and their statistics from a statistics file.
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
    std::vector<ShotLight> unusual{};
    std::vector<float> states{};
};

// Measures the shot that consists of `frames`. The result's `states` are the statistics of the
// middle frame. `light` returns the light of a frame by its index in `frames`.
Shot measured_shot(std::span<const ShotFrame> frames, size_t first, const ShotColumns& columns,
                   const std::function<LightNumbers(size_t)>& light);

struct MeasuredFilm {
    tonelift_video video{};
    Settings settings;
    size_t frames = 0;
    std::vector<StatsFrame> keys{};
    std::vector<Shot> shots{};
    double max_cll = 0, max_fall = 0;
    ShotLight light{};
};

// Throws Error (io) if the file lacks statistics that the preset needs, or the light of the source.
MeasuredFilm measured_film(const std::string& path, const std::string& preset);

}  // namespace tonelift
