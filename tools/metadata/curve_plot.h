// SPDX-License-Identifier: BSD-2-Clause
//
// Draws charts of a film: the light of its frames, and the curves of its dynamic metadata.
#pragma once

#include <string>

#include "tools/plot.h"

namespace tonelift {

// Makes a chart for each shot, but at most twelve charts.
PlotPanel curve_plot(const std::string& path, const std::string& preset);

// Plots the light of a film from its statistics file. If `preset` is not empty, the chart
// of curve_plot() follows below.
std::string film_plot(const std::string& path, const std::string& preset);

}  // namespace tonelift
