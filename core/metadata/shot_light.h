// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "core/runtime/source_light.h"

namespace tonelift {

// The light of a shot or of a film, in cd/m2.
struct ShotLight {
    std::array<double, 3> largest{};
    double mean = 0;
    // Percentiles (source_light.def) as PQ codes. The highest percentile is that of the brightest
    // frame; all other percentiles are means over the frames.
    std::array<double, source_light_count> code{};
    double width = 0, height = 0;  // size of the picture inside black bars, relative to the frame

    double brightest() const { return std::max({largest[0], largest[1], largest[2]}); }
    // Returns the largest component, ignoring the brightest 0.02 % of the pixels.
    double peak() const;
    // Returns the luminance of the color of the largest R, G and B, each limited to peak().
    // libplacebo scales a curve to this luminance.
    double peak_luminance() const;
    // Returns the limit of R, G and B at which the color `largest` has this luminance.
    double limit_for(double luminance) const;
    double percentile(SourceLight number) const { return code[static_cast<size_t>(number)]; }
};

// Returns the difference, in PQ codes, between the largest component `code` of a typical pixel and
// its luminance.
double darker_by(const ShotLight& light, double code);
// code_below() returns the PQ code below which this fraction of the pixels is. share_below() is the
// inverse.
double code_below(const ShotLight& light, double share);
double share_below(const ShotLight& light, double code);
// Returns the fraction of the pixels that have PQ code i / (count - 1), for each i.
std::vector<double> tone_weights(const ShotLight& light, size_t count);

using LightNumbers = std::array<double, source_light_count>;

// Combines the light of frames: maxima of the largest components and of the extents, and means of
// all other values.
class LightSum {
  public:
    void add(const LightNumbers& numbers);
    ShotLight result() const;

  private:
    ShotLight sum_;
    double peak_ = 0;
    size_t frames_ = 0;
};

}  // namespace tonelift
