// SPDX-License-Identifier: BSD-2-Clause
//
// The command `tonelift stats plot`: the light of a film over time, as a plot.
#pragma once

#include <string>

namespace tonelift {

constexpr double plot_width = 1200;

// A chart below the plot.
struct PlotPanel {
    std::string svg;
    double height = 0;
};

// An SVG with the columns `white`, `median` and `black` of a statistics file, as luminances over
// time, and with the cuts. Throws Error (io) for a file that has none of them, or no times.
std::string plot_stats(const std::string& path, const PlotPanel& below = {});

}  // namespace tonelift
