// SPDX-License-Identifier: BSD-2-Clause
//
// The command `tonelift stats plot`: plots the light of a film over time.
#pragma once

#include <string>

namespace tonelift {

constexpr double plot_width = 1200;

// A drawing below the plot. `height` is in pixels.
struct PlotPanel {
    std::string svg;
    double height = 0;
};

// Plots luminances over time: the peak and the mean of the source, and the smoothed numbers
// `white`, `middle` and `black` of the script. Also marks the cuts.
std::string plot_stats(const std::string& path, const PlotPanel& below = {});

}  // namespace tonelift
