// SPDX-License-Identifier: BSD-2-Clause
//
// A film as its statistics file describes it: its shots, their light, and the states of a preset.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "core/runtime/settings.h"
#include "core/runtime/source_light.h"
#include "core/runtime/stats_piece.h"

namespace tonelift {

// The light of a shot or of the film. Luminance in cd/m2.
struct ShotLight {
    std::array<double, 3> largest{};  // R, G and B
    double mean = 0;                  // of the largest of R, G and B
    // The percentiles of source_light.def, PQ codes; 0 at other numbers. The largest percentile is
    // that of the brightest frame, the others are means.
    std::array<double, source_light_count> code{};
    double width = 0, height = 0;  // extent of the picture in black bars, shares of its size

    double brightest() const { return std::max({largest[0], largest[1], largest[2]}); }
    // The peak that curves are scaled to: without the brightest 0.02 % of the pixels.
    double peak() const;
    double percentile(SourceLight number) const { return code[static_cast<size_t>(number)]; }
};

// How much darker the luminance of a pixel is than its largest component, usually, as PQ codes.
double darker_by(const ShotLight& light, double code);
// The PQ code that a share of the pixels is darker than, by the percentiles, with straight lines
// between them; and the share of pixels below a code.
double code_below(const ShotLight& light, double share);
double share_below(const ShotLight& light, double code);
// Share of the pixels at PQ code i / (count - 1), for each i.
std::vector<double> tone_weights(const ShotLight& light, size_t count);

struct Shot {
    size_t first = 0, frames = 0;
    ShotLight light;
    std::vector<float> states;  // of the preset; see PresetCurve
};

struct MeasuredFilm {
    tonelift_video video{};
    Settings settings;  // settings of the statistics with the preset of the request
    size_t frames = 0;
    std::vector<StatsFrame> keys{};  // of the frames, by timestamp
    std::vector<Shot> shots{};
    double max_cll = 0, max_fall = 0;  // cd/m2
    ShotLight light{};                 // of the whole film
};

// Throws Error (io) for a file without the light of an HDR10 film, with several sections, or whose
// statistics do not fit the preset.
MeasuredFilm measured_film(const std::string& path, const std::string& preset);

}  // namespace tonelift
