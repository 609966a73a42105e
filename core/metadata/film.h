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
    std::array<double, 3> largest{};  // largest R, G and B
    double mean = 0;                  // mean of max(R, G, B)
    // The percentiles of source_light.def, PQ codes; 0 for entries that are no percentiles. The
    // highest percentile comes from the brightest frame; all others are means over the frames.
    std::array<double, source_light_count> code{};
    double width = 0, height = 0;  // size of the picture inside black bars, relative to the frame

    double brightest() const { return std::max({largest[0], largest[1], largest[2]}); }
    // The peak that curves are scaled to. It ignores the brightest 0.02 % of the pixels.
    double peak() const;
    double percentile(SourceLight number) const { return code[static_cast<size_t>(number)]; }
};

// Typical difference between the largest component of a pixel and its luminance, in PQ codes.
double darker_by(const ShotLight& light, double code);
// The PQ code below which a share of the pixels lies, by linear interpolation of the percentiles;
// and the inverse: the share of pixels below a code.
double code_below(const ShotLight& light, double share);
double share_below(const ShotLight& light, double code);
// Share of the pixels at PQ code i / (count - 1), for each i.
std::vector<double> tone_weights(const ShotLight& light, size_t count);

struct Shot {
    size_t first = 0, frames = 0;
    ShotLight light;
    std::vector<float> states;  // states of the preset; see PresetCurve
};

struct MeasuredFilm {
    tonelift_video video{};
    Settings settings;  // settings of the file's statistics, with the requested preset
    size_t frames = 0;
    std::vector<StatsFrame> keys{};  // keys of the frames: timestamp and time
    std::vector<Shot> shots{};
    double max_cll = 0, max_fall = 0;  // cd/m2
    ShotLight light{};                 // light of the whole film
};

// Reads a statistics file. Throws Error (io) if it lacks the light of an HDR10 film, has several
// sections, or has statistics that do not fit the preset.
MeasuredFilm measured_film(const std::string& path, const std::string& preset);

}  // namespace tonelift
