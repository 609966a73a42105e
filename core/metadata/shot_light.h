// SPDX-License-Identifier: BSD-2-Clause
//
// Derives the light of a shot from the light of its frames.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "core/runtime/source_light.h"

namespace tonelift {

// The light of a shot or of the film. Luminance in cd/m2.
struct ShotLight {
    std::array<double, 3> largest{};  // largest R, G and B
    double mean = 0;                  // mean of max(R, G, B)
    // The percentiles of source_light.def, of max(R, G, B) and of luminance, as PQ codes. Other
    // entries are 0. The highest percentile comes from the brightest frame. All others are means
    // over the frames.
    std::array<double, source_light_count> code{};
    double width = 0, height = 0;  // size of the picture inside black bars, relative to the frame

    double brightest() const { return std::max({largest[0], largest[1], largest[2]}); }
    // Returns the largest component without the brightest 0.02 % of the pixels.
    double peak() const;
    // Returns the luminance of the color that consists of the largest R, G and B, each limited to
    // peak(). libplacebo applies curves to luminance, so it scales a curve to this luminance.
    double peak_luminance() const;
    // Finds the limit for R, G and B at which the color `largest` has this luminance. Each of its
    // components is reduced to the limit.
    double limit_for(double luminance) const;
    double percentile(SourceLight number) const { return code[static_cast<size_t>(number)]; }
};

// Returns how much darker the luminance of a pixel is than its largest component, in PQ codes. The
// result is typical for pixels whose largest component has the PQ code `code`.
double darker_by(const ShotLight& light, double code);
// code_below() returns the PQ code that a share of the pixels is below. It interpolates the
// percentiles. share_below() is its inverse.
double code_below(const ShotLight& light, double share);
double share_below(const ShotLight& light, double code);
// Returns how many of the pixels have PQ code i / (count - 1), for each i, as a share.
std::vector<double> tone_weights(const ShotLight& light, size_t count);

// The light of a frame, as stored in a statistics file: PQ codes and shares.
using LightNumbers = std::array<double, source_light_count>;

// Combines the light of frames. Maxima and extents are the largest of all frames. All other values
// are means.
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
