// SPDX-License-Identifier: BSD-2-Clause
//
// The command `tonelift stats plot`: plots the light of a film over time.
#pragma once

#include <string>

namespace tonelift {

constexpr double plot_width = 1200;

// A drawing that is placed below the plot. height: in pixels.
struct PlotPanel {
    std::string svg;
    double height = 0;
};

// Makes an SVG of a statistics file: the columns `white`, `middle`, `black` and the light of the
// source as luminances over time, and the cuts. Throws Error (io) for a file without these columns
// or without times.
std::string plot_stats(const std::string& path, const PlotPanel& below = {});

}  // namespace tonelift
