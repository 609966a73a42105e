// SPDX-License-Identifier: BSD-2-Clause
// Computes the tone curve of a preset for screens with different peaks.
#pragma once

#include <memory>
#include <vector>

#include "core/metadata/film.h"
#include "core/runtime/build.h"
#include "kernels/executor.h"

namespace tonelift {

constexpr int curve_tones = 1024;

class PresetCurve {
  public:
    PresetCurve(const MeasuredFilm& film, double brightest);
    PresetCurve(const PresetCurve&) = delete;
    ~PresetCurve();

    // Computes the light, in cd/m2, that a screen shows for each of curve_tones tones. `peak` is
    // the screen's peak luminance in cd/m2.
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

double light_at(const std::vector<double>& curve, double code);

}  // namespace tonelift
