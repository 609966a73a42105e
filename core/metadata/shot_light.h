// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "core/metadata/light/source_light.h"

namespace tonelift {

// Light statistics of a shot or of a film, in cd/m2, unless a field says otherwise.
struct ShotLight {
    std::array<double, 3> largest{};
    double mean = 0;
    // Percentiles (source_light.def) as PQ codes in [0, 1].
    std::array<double, source_light_count> code{};
    double width = 0, height = 0;

    double brightest() const { return std::max({largest[0], largest[1], largest[2]}); }
    // Returns the largest of R, G and B in cd/m2, ignoring the brightest 0.02 % of the pixels.
    double peak() const;
    // Returns the luminance of the color `largest` in cd/m2. Its components are first limited to
    // peak().
    double peak_luminance() const;
    double limit_for(double luminance) const;
    double percentile(SourceLight number) const { return code[static_cast<size_t>(number)]; }
};

double darker_by(const ShotLight& light, double code);
// code_below() returns the PQ code below which the share `share` of the pixels lies. share_below()
// is its inverse.
double code_below(const ShotLight& light, double share);
double share_below(const ShotLight& light, double code);
// Returns the share of the pixels at each of `count` evenly spaced PQ codes.
std::vector<double> tone_weights(const ShotLight& light, size_t count);

using LightNumbers = std::array<double, source_light_count>;

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
