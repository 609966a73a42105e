// SPDX-License-Identifier: BSD-2-Clause
//
// Finds the tone curve of a preset for a shot: the light that the preset shows on a screen for each
// tone of a gray picture. The preset's script maps a ramp of all tones, which has no texture, with
// the statistics of the shot.
#pragma once

#include <memory>
#include <vector>

#include "core/metadata/film.h"
#include "core/runtime/build.h"
#include "kernels/executor.h"

namespace tonelift {

constexpr int curve_tones = 1024;  // tones at PQ codes i / (curve_tones - 1)

class PresetCurve {
  public:
    // `brightest` is the peak luminance of the brightest screen in cd/m2.
    PresetCurve(const MeasuredFilm& film, double brightest);
    PresetCurve(const PresetCurve&) = delete;
    ~PresetCurve();

    // Computes the light of each tone on a screen of this peak, cd/m2.
    void shown(const Shot& shot, double peak, std::vector<double>* light);

  private:
    double brightest_;
    tonelift_video in_, out_;
    Build made_;
    std::unique_ptr<Executor> executor_;
    std::vector<uint16_t> ramp_;
    std::vector<float> result_;
    Batch batch_;
};

// Returns the light of a curve at a PQ code. Interpolates between the tones of the curve.
double light_at(const std::vector<double>& curve, double code);

}  // namespace tonelift
